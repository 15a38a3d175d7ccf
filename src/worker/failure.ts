import { constants } from "node:os";
import type { FailureClass } from "../plan/failure-class.js";
import type { ErrorFacts } from "../protocol/facts.js";

/** A failed attempt or start, as a value. */
export interface Failure {
  readonly class: FailureClass;
  /** One sentence for people. */
  readonly message: string;
  /** The error as the callback raised it, whole; `null` where there was none. */
  readonly error: ErrorFacts | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what the worker printed (bounded). */
  readonly lastOutput: string;
}

// Frameworks say "out of memory" in many words; each of these was seen in a public report or here.
const outOfMemory =
  /\bout of memory\b|can'?t allocate memory|cannot allocate memory|std::bad_alloc|bad allocation|failed to allocate memory|array buffer allocation failed|invalid array buffer length|CUDA_ERROR_OUT_OF_MEMORY/i;
const outOfMemoryTypes = new Set(["MemoryError", "OutOfMemoryError", "torch.OutOfMemoryError"]);
const deviceFault = /CUDA error|device-side assert|illegal memory access|ECC error|Xid \d+/i;
const unsupported = /\bnot implemented\b|\bunsupported\b|\bnot supported\b/i;
/** A shell whose program was ended by signal n exits with this and n. */
const SHELL_SIGNAL_BASE = 128;
const unsupportedTypes = new Set(["NotImplementedError", "Unsupported"]);

/** The class of an error that a callback raised; its causes count as well. */
export function classifyError(error: ErrorFacts): FailureClass {
  for (let link: ErrorFacts | null = error; link; link = link.cause) {
    if (outOfMemoryTypes.has(link.type) || outOfMemory.test(link.message)) return "out_of_memory";
  }
  if (deviceFault.test(error.message)) return "device_fault";
  if (unsupportedTypes.has(error.type) || unsupported.test(error.message)) return "unsupported";
  return "callback_error";
}

/** A failure from the error that the callback raised. */
export function failureOfError(error: ErrorFacts, lastOutput: string): Failure {
  const message = `${error.type}: ${error.message}`;
  return { class: classifyError(error), message, error, exitCode: null, signal: null, lastOutput };
}

/** How a worker process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * A failure from the end of the process. Code 0 with a case in hand is a failure too.
 * @param when what the worker was doing: `while it held a case`, `before it had loaded`
 */
export function failureOfExit(exit: Exit, lastOutput: string, when: string): Failure {
  const base = { error: null, exitCode: exit.code, signal: exit.signal, lastOutput };
  if (exit.signal === null) {
    const aborted = outOfMemory.test(lastOutput);
    const message = `the worker exited with code ${exit.code}${codeInWords(exit.code)} ${when}`;
    return { ...base, class: aborted ? "out_of_memory" : "exited", message };
  }
  const fatal = exit.signal === "SIGABRT" && outOfMemory.test(lastOutput);
  return {
    ...base,
    class: fatal ? "out_of_memory" : "crashed",
    message: `the worker was ended by ${exit.signal} ${when}`,
  };
}

/** What a code means by itself: a success that is none here, or a signal as shells and containers tell it. */
function codeInWords(code: number | null): string {
  if (code === 0) return " (as if all were done)";
  const signal = Object.entries(constants.signals).find(([, number]) => code === SHELL_SIGNAL_BASE + number)?.[0];
  return signal === undefined ? "" : ` (${signal}, as a shell or container tells it)`;
}

/** A failure that the parent itself decided on. */
export function failureOfParent(failureClass: FailureClass, message: string, lastOutput: string): Failure {
  return { class: failureClass, message, error: null, exitCode: null, signal: null, lastOutput };
}
