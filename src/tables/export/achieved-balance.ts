import type { PublishedPoint } from "../../ledger/published-points.js";

/** How the tokens really spread over the experts of the rank that was measured. */
export interface AchievedBalance {
  /** Tokens of the busiest local expert over the mean of all local ones; 1: even. */
  readonly busiestOverMean: number;
  /** Pairs of a token and a local expert. */
  readonly pairs: number;
}

/** The balance of the draw that is farthest from even; `null`: the layer's routing was not read back. */
export function achievedBalance({ measured }: PublishedPoint): AchievedBalance | null {
  const draws = measured.series.flatMap(({ achievedTokens }) =>
    achievedTokens === null ? [] : [balanceOf(achievedTokens)],
  );
  return draws.reduce<AchievedBalance | null>(
    (worst, draw) => (worst === null || draw.busiestOverMean > worst.busiestOverMean ? draw : worst),
    null,
  );
}

function balanceOf(tokens: readonly number[]): AchievedBalance {
  const pairs = tokens.reduce((sum, count) => sum + count, 0);
  return { busiestOverMean: pairs === 0 ? 1 : (Math.max(...tokens) * tokens.length) / pairs, pairs };
}
