// A worker runs one callback at a time; an AsyncLocalStorage would say the same at a cost to every timed promise.
let outermostRuns = false;

/**
 * Wraps an asynchronous function so that `afterReturn` runs once after each of its successful returns, and never after
 * a failure. However often a function is wrapped, only the outermost wrapper acts. The wrapper adds and drops no
 * argument and keeps the function's name and length.
 */
export function reclaimsAfterReturn<Arguments extends unknown[], Result>(
  callback: (...args: Arguments) => Promise<Result>,
  afterReturn: () => void | Promise<void>,
): (...args: Arguments) => Promise<Result> {
  const wrapper = async (...args: Arguments): Promise<Result> => {
    if (outermostRuns) return await callback(...args);
    outermostRuns = true;
    try {
      const result = await callback(...args);
      await afterReturn();
      return result;
    } finally {
      outermostRuns = false;
    }
  };
  Object.defineProperty(wrapper, "name", { value: callback.name });
  Object.defineProperty(wrapper, "length", { value: callback.length });
  return wrapper;
}

/** Collects unreachable objects now. @throws Error where the process was started without --expose-gc. */
export function collectGarbage(): void {
  if (!globalThis.gc) throw new Error("this worker cannot collect: start it with node --expose-gc");
  globalThis.gc();
}
