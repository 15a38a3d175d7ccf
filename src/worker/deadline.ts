/** `setTimeout` fires at once for more than this (24.8 days). */
const LONGEST_MS = 2 ** 31 - 1;

/** A span of time after which a worker is given up; armed anew, it begins anew. */
export class Deadline {
  #timer: NodeJS.Timeout | null = null;
  #begin: () => void = () => {};

  constructor(private readonly expire: (message: string) => void) {}

  /** @param message what is said of a worker that let the time pass */
  arm(seconds: number, message: string): void {
    this.#begin = () => {
      this.disarm();
      const timer = setTimeout(() => this.#settle(timer, message), Math.min(seconds * 1000, LONGEST_MS));
      this.#timer = timer;
    };
    this.#begin();
  }

  /** Begins the same span anew. */
  again(): void {
    this.#begin();
  }

  disarm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The parent may have been stopped or busy itself: what the worker said meanwhile is read first, and may arm anew. */
  #settle(timer: NodeJS.Timeout, message: string): void {
    setImmediate(() => {
      if (this.#timer === timer) this.expire(message);
    });
  }
}
