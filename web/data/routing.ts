import { count, counted } from "../figures/number.js";
import type { ReportPoint } from "./report.js";

export type Routing = NonNullable<ReportPoint["routing"]>;

/** One expert's bar. `asked` is `null` where it got what was asked. */
export interface ExpertShare {
  readonly expert: number;
  readonly tokens: number;
  readonly asked: number | null;
}

/** What each local expert got. */
export function expertShares({ achieved, asked }: Routing): readonly ExpertShare[] {
  return achieved.map((tokens, expert) => {
    const wanted = asked?.[expert] ?? tokens;
    return { expert, tokens, asked: wanted === tokens ? null : wanted };
  });
}

/** The routing of a point in one line. */
export function routingText(routing: Routing): string {
  const shares = expertShares(routing);
  const pairs = shares.reduce((sum, { tokens }) => sum + tokens, 0);
  const differing = shares.filter(({ asked }) => asked !== null).length;
  const verdict = differing === 0 ? "as asked" : `${counted(differing, "expert")} not as asked`;
  return `${counted(shares.length, "local expert")}, ${count(pairs)} token–expert pairs, ${verdict}`;
}

/** One expert's share in words. */
export function shareText({ expert, tokens, asked }: ExpertShare): string {
  const got = `expert ${expert}: ${counted(tokens, "token")}`;
  return asked === null ? got : `${got}, asked ${count(asked)}`;
}
