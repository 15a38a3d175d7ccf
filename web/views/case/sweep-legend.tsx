import { Key } from "../../charts/key.js";
import type { ReportCase } from "../../data/report.js";
import { boundsOf } from "./roofline.js";

/** The key to the marks in the pictures of a sweep. */
export function SweepLegend({ one }: { readonly one: ReportCase }) {
  const { device, peaks, points } = one;
  return (
    <>
      <Key mark="line">median</Key>
      <Key mark="band">p10 to p90</Key>
      <Key mark="whisker">smallest to largest</Key>
      <Key mark="dot dot-sample">sample</Key>
      <Key mark="dot dot-flagged">flagged</Key>
      {points.some(({ standing }) => standing === "older") ? <Key mark="dot dot-open">older</Key> : null}
      {boundsOf(one).map(({ name, hue }) => (
        <Key key={name} mark={`bound bound-${hue}`}>
          {name} alone, on {peaks?.device}
        </Key>
      ))}
      {peaks == null && device !== null ? <span>no roofline: the peaks of {device} are not known</span> : null}
    </>
  );
}
