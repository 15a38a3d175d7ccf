import { useMemo } from "preact/hooks";
import { groupsOf } from "../../data/groups.js";
import { memoryCourses, type MemoryCourse } from "../../data/memory-course.js";
import type { ReportWorkerMemory } from "../../data/report.js";
import { counted } from "../../figures/number.js";
import { MemoryChart } from "./memory-chart.js";
import { MemoryLegend } from "./memory-legend.js";
import { WorkerTable } from "./worker-table.js";

/** More devices than this are drawn only when asked for. */
const shownDevices = 4;

/** Memory per callback, a picture a device with a saw-tooth an arm; nothing where no worker has run a callback. */
export function Memory({ workers }: { readonly workers: readonly ReportWorkerMemory[] }) {
  const devices = useMemo(() => groupsOf(memoryCourses(workers), ({ device }) => device), [workers]);
  if (workers.length === 0) return null;
  const rest = devices.slice(shownDevices);
  return (
    <section class="memory">
      <h2>Memory per callback</h2>
      {devices.length === 0 ? <p class="empty">Memory is not available on this platform.</p> : null}
      <Charts devices={devices.slice(0, shownDevices)} />
      {rest.length === 0 ? null : (
        <details>
          <summary>{counted(rest.length, "more device")}</summary>
          <Charts devices={rest} />
        </details>
      )}
      {devices.length === 0 ? null : (
        <div class="legend">
          <MemoryLegend courses={devices.flat()} />
        </div>
      )}
      <WorkerTable workers={workers} />
    </section>
  );
}

function Charts({ devices }: { readonly devices: readonly (readonly MemoryCourse[])[] }) {
  return (
    <>
      {devices.map((courses) => (
        <MemoryChart key={courses[0]?.device} courses={courses} title={`memory of ${courses[0]?.device}`} />
      ))}
    </>
  );
}
