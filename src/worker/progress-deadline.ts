/** A timer that is armed anew at each sign of progress. */
export class ProgressDeadline {
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly expire: (what: string, seconds: number) => void) {}

  arm(what: string, seconds: number): void {
    this.disarm();
    this.#timer = setTimeout(() => this.expire(what, seconds), seconds * 1000);
  }

  disarm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
