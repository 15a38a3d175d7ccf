import { Key } from "../../charts/key.js";
import { Swatch } from "../../charts/swatch.js";
import { prospectOf, type CourseStep, type MemoryCourse } from "../../data/memory-course.js";

/** The key to the marks in pictures of memory. */
export function MemoryLegend({ courses }: { readonly courses: readonly MemoryCourse[] }) {
  const steps = courses.flatMap((course) => course.steps);
  const has = (is: (step: CourseStep) => boolean) => steps.some(is);
  return (
    <>
      <ArmKeys courses={courses} />
      <Key mark="dot dot-small">before</Key>
      <Key mark="dot">after return</Key>
      {has(({ afterReclaimBytes }) => afterReclaimBytes !== null) ? <Key mark="dot dot-open">after reclaim</Key> : null}
      {has(({ verdict }) => verdict === "retained" || verdict === "reachable") ? (
        <Key mark="dot-stayed" sign="▲">
          the layer stayed
        </Key>
      ) : null}
      {has(({ failed }) => failed) ? (
        <Key mark="dot-cross" sign="✕">
          failed, and the weights that it asked for
        </Key>
      ) : null}
      {courses.some((course) => prospectOf(course) !== null) ? <Key mark="foreseen">if it goes on so</Key> : null}
      {courses.some(({ workers, arm }) => workers.length > 1 && arm === null) ? (
        <Key mark="rule">another worker</Key>
      ) : null}
    </>
  );
}

function ArmKeys({ courses }: { readonly courses: readonly MemoryCourse[] }) {
  const arms = [...new Set(courses.flatMap(({ arm }) => arm ?? []))];
  return (
    <>
      {arms.map((arm, index) => (
        <span key={arm}>
          <Swatch style={{ hue: index, dash: index }} /> {arm}
        </span>
      ))}
    </>
  );
}
