import { type CheckedTable, scopeOf } from "../checked-table.js";
import { curveSets, type SetCurve } from "../curve-set.js";
import { curveEvidence, evidencePoints, latency, times } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";
import { commonPoints, curveNumber, curveText, relatedCurves } from "../related-curves.js";
import type { Thresholds } from "../thresholds.js";

export const balancedSlowerGate: Gate = {
  name: "balanced-slower",
  severity: "warning",
  looksFor:
    "balanced expert layers that take longer than skewed ones of the same shape, where every expert has enough tokens",
  needs: "the distributions `balanced` and `power_law_…` of one shape",
  todo: "look how the collector deals tokens for `balanced` on one rank (the tokens of all ranks may land on it), and measure these rows again",
  find: ({ tables, thresholds }) => tables.flatMap((table) => findSlower(table, thresholds)),
};

/** With fewer tokens an expert, a skewed layer may touch fewer experts and read fewer weights. */
const TOKENS_PER_EXPERT = 16;
const MIN_POINTS = 3;
/** So many of the compared sizes must show it. */
const SHARE = 0.6;

function findSlower(table: CheckedTable, thresholds: Thresholds): GateFinding[] {
  if (!table.table.columns.has("distribution") || !table.table.columns.has("topk")) return [];
  return relatedCurves(table, ["distribution"]).flatMap((family) => {
    const balanced = family.find((curve) => curveText(table, curve, "distribution") === "balanced");
    const skewed = family.filter((curve) => curve !== balanced);
    return balanced ? findFamily(table, { balanced, skewed, thresholds }) : [];
  });
}

interface Family {
  readonly balanced: SetCurve;
  readonly skewed: readonly SetCurve[];
  readonly thresholds: Thresholds;
}

function findFamily(table: CheckedTable, { balanced, skewed, thresholds }: Family): GateFinding[] {
  const least =
    (TOKENS_PER_EXPERT * curveNumber(table, balanced, "num_experts")) / curveNumber(table, balanced, "topk");
  const most = new Float64Array(balanced.sizes.length).fill(NaN);
  for (const curve of skewed) {
    for (const [point, place] of commonPoints(balanced, curve)) {
      const latency = curve.latencies[place] ?? NaN;
      if (!((most[point] ?? NaN) >= latency)) most[point] = latency;
    }
  }
  const ratios = balanced.latencies.map((own, point) =>
    (balanced.sizes[point] ?? 0) >= least ? own / (most[point] ?? NaN) : NaN,
  );
  const compared = [...ratios.keys()].filter((point) => !Number.isNaN(ratios[point]));
  const bad = compared.filter((point) => (ratios[point] ?? 0) > thresholds.balanced_ratio);
  if (bad.length < MIN_POINTS || bad.length < SHARE * compared.length) return [];
  return [findingOf(table, { balanced, skewed, bad, ratios })];
}

interface Slower {
  readonly balanced: SetCurve;
  readonly skewed: readonly SetCurve[];
  readonly bad: readonly number[];
  readonly ratios: Float64Array;
}

function findingOf(table: CheckedTable, { balanced, skewed, bad, ratios }: Slower): GateFinding {
  const [set] = curveSets(table);
  const worst = bad.reduce((most, point) => ((ratios[point] ?? 0) > (ratios[most] ?? 0) ? point : most), bad[0] ?? 0);
  const [own, ratio] = [balanced.latencies[worst] ?? 0, ratios[worst] ?? 1];
  return {
    file: table.file,
    scope: scopeOf(table, balanced.rows[0] ?? 0, set?.fixed ?? []),
    rows: bad.map((point) => table.rowNumbers[balanced.rows[point] ?? 0] ?? 0),
    says:
      `at ${bad.length} sizes balanced takes longer than every skewed distribution; at ${balanced.axis} ${balanced.sizes[worst]} ` +
      `${latency(own)} against ${latency(own / ratio)}, ${times(ratio)}`,
    excess: ratio,
    numbers: { ratio, points: bad.length },
    evidence: curveEvidence(
      balanced,
      bad,
      skewed.map((curve) => ({ label: curveText(table, curve, "distribution"), points: evidencePoints(curve) })),
    ),
  };
}
