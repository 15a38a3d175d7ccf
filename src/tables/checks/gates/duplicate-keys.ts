import { median } from "simple-statistics";
import { numbersOf } from "../../curves.js";
import { LATENCY } from "../../kinds/table-kind.js";
import { type Repeat, repeatsOf } from "../../repeats.js";
import type { CheckedTable } from "../checked-table.js";
import { curveSets, curveThrough } from "../curve-set.js";
import { cellEvidence, curveEvidence, times } from "../evidence.js";
import { type Evidence, MAX_ROWS, type Severity } from "../finding.js";
import type { Gate, GateFinding } from "../gate.js";
import type { Thresholds } from "../thresholds.js";

export const duplicateKeysGate: Gate = {
  name: "duplicate-keys",
  severity: "warning",
  looksFor:
    "keys that stand more than once: the same value again, repeats within the usual noise, or values that cannot both be right",
  needs: "the table",
  todo: "keep one row a key: the later of repeats, or measure the key again where its values differ beyond noise; a reader takes either",
  find: ({ tables, thresholds }) => tables.flatMap((table) => findDuplicates(table, thresholds)),
};

interface RepeatClass {
  readonly severity: Severity;
  readonly label: string;
  readonly holds: (spread: number) => boolean;
}

function classesOf({ repeat_usual: usual, repeat_worst: worst }: Thresholds): readonly RepeatClass[] {
  return [
    { severity: "error", label: "with values that cannot both be right", holds: (spread) => spread > worst },
    {
      severity: "warning",
      label: "with values further apart than most repeats",
      holds: (spread) => spread > usual && spread <= worst,
    },
    {
      severity: "notice",
      label: "with values that repeats usually have",
      holds: (spread) => spread > 1 && spread <= usual,
    },
    { severity: "notice", label: "with the same value", holds: (spread) => spread === 1 },
  ];
}

function findDuplicates(checked: CheckedTable, thresholds: Thresholds): GateFinding[] {
  const repeats = repeatsOf(checked.table);
  return classesOf(thresholds).flatMap((repeatClass) => {
    const found = repeats
      .filter(({ spread }) => repeatClass.holds(spread))
      .sort((one, other) => other.spread - one.spread);
    return found.length === 0 ? [] : [findingOf(checked, found, repeatClass)];
  });
}

function findingOf(checked: CheckedTable, repeats: readonly Repeat[], { severity, label }: RepeatClass): GateFinding {
  const { file, rowNumbers } = checked;
  const worst = repeats[0]?.spread ?? 1;
  const middle = median(repeats.map(({ spread }) => spread));
  const apart =
    worst === 1 ? "" : `, ${percent(middle)} apart in the middle, ${worst < 2 ? percent(worst) : times(worst)} at most`;
  return {
    severity,
    file,
    scope: { repeats: label },
    rows: repeats.flatMap(({ rows }) => Array.from(rows, (row) => rowNumbers[row] ?? 0)).slice(0, MAX_ROWS),
    says: `${repeats.length} keys stand more than once ${label}${apart}`,
    excess: worst,
    numbers: { keys: repeats.length, medianSpread: middle, worstSpread: worst },
    evidence: evidenceOf(checked, repeats),
  };
}

/** The curve on which the worst of the repeats lies, with the values that its points have besides; else the rows. */
function evidenceOf(checked: CheckedTable, repeats: readonly Repeat[]): Evidence {
  const worst = Array.from(repeats[0]?.rows ?? []);
  const latencies = numbersOf(checked.table, LATENCY);
  const value = (row: number) => latencies?.[row] ?? NaN;
  const [set] = curveSets(checked);
  const curve = set && worst.map((row) => curveThrough(set, row)).find((found) => found !== undefined);
  if (!curve || curve.sizes.length < 2) {
    const cells = worst.map((row) => [checked.rowNumbers[row] ?? 0, value(row)]);
    return cellEvidence(
      ["row", "latency, ms"],
      cells.map((row) => ({ cells: row, isBad: true })),
    );
  }
  const places = new Map(Array.from(curve.rows, (row, point) => [row, point] as const));
  const here = repeats.flatMap(({ rows }) => {
    const own = rows.find((row) => places.has(row));
    return own === undefined ? [] : [{ point: places.get(own) ?? 0, again: rows.filter((row) => row !== own) }];
  });
  const others = here.flatMap(({ point, again }) =>
    Array.from(again, (row) => ({ size: curve.sizes[point] ?? 0, latencyMs: value(row) })),
  );
  return curveEvidence(
    curve,
    here.map(({ point }) => point).sort((one, other) => one - other),
    [{ label: "the same keys again", points: others.sort((one, other) => one.size - other.size) }],
  );
}

function percent(spread: number): string {
  return `${((spread - 1) * 100).toFixed(2)} %`;
}
