import type { MemoryForecast } from "../../ledger/memory-forecast.js";
import { layerMemory, type MemoryVerdict } from "../../ledger/memory-verdict.js";
import type { MemoryStep, WorkerMemory } from "../../ledger/worker-memory.js";
import { bytesText, countText } from "../quantities.js";

const LEVELS = "▁▂▃▄▅▆▇█";
const SHOWN_CALLBACKS = 40;

/** Memory of the workers for people: a saw-tooth a worker, its verdicts, and where it leads. */
export function memoryText(memories: readonly WorkerMemory[]): string {
  return memories.map(workerText).join("");
}

function workerText(memory: WorkerMemory): string {
  const { worker, arm, steps, startBytes, forecast, ended } = memory;
  if (startBytes === null) return `memory of ${worker}: not available on this platform\n`;
  const name = arm === null ? worker : `${worker} [${arm}]`;
  const verdicts = verdictCounts(steps);
  const parts = [
    `memory of ${name} over ${countText(steps.length, "callback")}: ${sawTooth(startBytes, steps)}`,
    `${bytesText(startBytes)} after load`,
    ...(verdicts === "" ? [] : [verdicts]),
    ...(forecast ? [forecastText(forecast)] : []),
    ...(ended === null ? [] : [`ended: ${ended}`]),
  ];
  return `${parts.join(" · ")}\n`;
}

/** `3 released, 1 cyclic`, in the order in which they first came. */
function verdictCounts(steps: readonly MemoryStep[]): string {
  const counts = new Map<MemoryVerdict, number>();
  for (const { verdict } of steps) if (verdict) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(", ");
}

/** Two levels a callback, after its return and after its collection, between the least and the most. */
function sawTooth(startBytes: number, steps: readonly MemoryStep[]): string {
  const course = [
    startBytes,
    ...steps
      .slice(-SHOWN_CALLBACKS)
      .flatMap(({ memory }) => [
        layerMemory(memory.afterReturn) ?? startBytes,
        ...(memory.afterReclaim ? [layerMemory(memory.afterReclaim) ?? startBytes] : []),
      ]),
  ];
  const [least, most] = [Math.min(...course), Math.max(...course)];
  const scale = most > least ? (LEVELS.length - 1) / (most - least) : 0;
  return course.map((bytes) => LEVELS[Math.round((bytes - least) * scale)] ?? "").join("");
}

function forecastText({ growthBytes, failsAtCallback }: MemoryForecast): string {
  if (failsAtCallback === null) return "no growth in sight";
  return `grows by ${bytesText(growthBytes)} a callback: out of memory at callback ${failsAtCallback}`;
}
