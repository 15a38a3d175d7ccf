import { type CaseDifference, sumChanges } from "../../campaign/plan-difference.js";
import type { DifferencePicture } from "../plan-picture.js";
import { countText } from "../quantities.js";
import { timeText } from "./time-text.js";

/** Cases that change, beyond these, are counted, not told. */
const MOST_CASES = 20;

const changes = ["new", "missing", "dropped"] as const;

/** What a plan would change of a campaign: the points in all, then the cases in which something changes. */
export function differenceText({ directory, cases, time }: DifferencePicture): string {
  const { kept } = sumChanges(cases);
  const changed = cases.filter((difference) => changes.some((change) => difference[change] > 0));
  const failed = cases.filter((difference) => difference.failed).length;
  const left = changed.length - MOST_CASES;
  const stays = sumChanges(cases).dropped > 0 ? "; what was measured of the dropped ones stays in the journal" : "";
  return [
    `against ${directory}: ${countText(kept, "point")} kept, ${changesText(sumChanges(cases))}${stays}\n`,
    ...changed.slice(0, MOST_CASES).map((difference) => `  ${caseName(difference)}: ${changesText(difference)}\n`),
    ...(left > 0 ? [`  and ${countText(left, "more case")}\n`] : []),
    ...(failed > 0 ? [`${countText(failed, "case")} failed before and would be left alone\n`] : []),
    `left to measure: ${countText(time.points, "point")}, ${timeText(time)}\n`,
  ].join("");
}

function caseName({ name, arm }: CaseDifference): string {
  return arm === null ? name : `${name} [${arm}]`;
}

/** `12 new, 4 dropped`. */
function changesText(points: ReturnType<typeof sumChanges>): string {
  const counted = changes.filter((change) => points[change] > 0).map((change) => `${points[change]} ${change}`);
  return counted.length === 0 ? "nothing new, missing or dropped" : counted.join(", ");
}
