import type { CourseStep, MemoryCourse } from "../../data/memory-course.js";

interface MemoryLegendProps {
  readonly courses: readonly MemoryCourse[];
  readonly foreseen: boolean;
}

/** The key to the marks that a picture of memory has. */
export function MemoryLegend({ courses, foreseen }: MemoryLegendProps) {
  const steps = courses.flatMap((course) => course.steps);
  const has = (is: (step: CourseStep) => boolean) => steps.some(is);
  return (
    <>
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
      {foreseen ? (
        <span>
          <b class="foreseen" /> if it goes on so
        </span>
      ) : null}
      {courses.some(({ workers }) => workers.length > 1) && courses.length === 1 ? (
        <span>
          <b class="rule" /> another worker
        </span>
      ) : null}
    </>
  );
}
