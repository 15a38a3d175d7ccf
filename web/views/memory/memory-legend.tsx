import { Swatch } from "../../charts/swatch.js";
import { prospectOf, type CourseStep, type MemoryCourse } from "../../data/memory-course.js";

/** The key to the marks in pictures of memory. */
export function MemoryLegend({ courses }: { readonly courses: readonly MemoryCourse[] }) {
  const steps = courses.flatMap((course) => course.steps);
  const has = (is: (step: CourseStep) => boolean) => steps.some(is);
  return (
    <>
      <ArmKeys courses={courses} />
      <span>
        <b class="dot dot-small" /> before
      </span>
      <span>
        <b class="dot" /> after return
      </span>
      {has(({ afterReclaimBytes }) => afterReclaimBytes !== null) ? (
        <span>
          <b class="dot dot-open" /> after reclaim
        </span>
      ) : null}
      {has(({ verdict }) => verdict === "retained" || verdict === "reachable") ? (
        <span>
          <b class="dot-stayed">▲</b> the layer stayed
        </span>
      ) : null}
      {has(({ failed }) => failed) ? (
        <span>
          <b class="dot-cross">✕</b> failed, and the weights that it asked for
        </span>
      ) : null}
      {courses.some((course) => prospectOf(course) !== null) ? (
        <span>
          <b class="foreseen" /> if it goes on so
        </span>
      ) : null}
      {courses.some(({ workers, arm }) => workers.length > 1 && arm === null) ? (
        <span>
          <b class="rule" /> another worker
        </span>
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
