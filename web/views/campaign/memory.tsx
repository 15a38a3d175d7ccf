import { useMemo } from "preact/hooks";
import { memoryCurves } from "../../data/memory-curve.js";
import type { ReportCase } from "../../data/report.js";
import { counted } from "../../figures/number.js";
import { MemoryChart } from "./memory-chart.js";

/** More devices than this are drawn only when asked for. */
const shownDevices = 4;

/** Memory per callback, one saw-tooth a device; nothing where no worker could read its memory. */
export function Memory({ cases }: { readonly cases: readonly ReportCase[] }) {
  const curves = useMemo(() => memoryCurves(cases), [cases]);
  if (curves.length === 0) return null;
  const rest = curves.slice(shownDevices);
  return (
    <section class="memory">
      <h2>Memory per callback</h2>
      {curves.slice(0, shownDevices).map((curve) => (
        <MemoryChart key={curve.device} curve={curve} />
      ))}
      {rest.length === 0 ? null : (
        <details>
          <summary>{counted(rest.length, "more device")}</summary>
          {rest.map((curve) => (
            <MemoryChart key={curve.device} curve={curve} />
          ))}
        </details>
      )}
    </section>
  );
}
