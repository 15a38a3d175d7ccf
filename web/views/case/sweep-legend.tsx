/** The key to the marks in the pictures of a sweep. */
export function SweepLegend() {
  return (
    <>
      <span>
        <b class="line" /> median
      </span>
      <span>
        <b class="band" /> p10 to p90
      </span>
      <span>
        <b class="whisker" /> smallest to largest
      </span>
      <span>
        <b class="dot dot-sample" /> sample
      </span>
      <span>
        <b class="dot dot-flagged" /> flagged
      </span>
    </>
  );
}
