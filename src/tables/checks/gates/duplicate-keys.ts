import { median } from "simple-statistics";
import { type Repeat, repeatsOf } from "../../repeats.js";
import type { CheckedTable } from "../checked-table.js";
import { times } from "../evidence.js";
import { MAX_ROWS, type Severity } from "../finding.js";
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

function findingOf(
  { file, rowNumbers }: CheckedTable,
  repeats: readonly Repeat[],
  { severity, label }: RepeatClass,
): GateFinding {
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
    evidence: null,
  };
}

function percent(spread: number): string {
  return `${((spread - 1) * 100).toFixed(2)} %`;
}
