import { availableParallelism } from "node:os";

/** How many threads a device's layers use: its cores, or all that this process may use. */
export function deviceThreads(cores: string | undefined): number {
  if (cores === undefined) return availableParallelism();
  return cores.split(",").reduce((sum, range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return sum + last - first + 1;
  }, 0);
}
