import { count, counted, significant } from "../figures/number.js";
import type { ReportCase, ReportPoint } from "./report.js";

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

/** What the measured rank got of all pairs, and its busiest expert of the rank's: `rank 0 of 8: 1.04 × its even share`. */
export function rankShare({ fields }: ReportCase, { routing, coordinates }: ReportPoint): string {
  const { ep, topK } = fields;
  const tokens = coordinates["tokens"];
  const achieved = routing?.achieved ?? [];
  const pairs = achieved.reduce((sum, got) => sum + got, 0);
  const busiest = `its busiest expert has ${significant((Math.max(...achieved) * achieved.length) / Math.max(1, pairs))} × the mean`;
  if (typeof ep !== "number" || typeof topK !== "number" || tokens === undefined) return busiest;
  const share = significant((pairs * ep) / (tokens * topK));
  return `the measured rank of ${ep} has ${share} × its even share of ${count(tokens * topK)} pairs; ${busiest}`;
}
