/** What kind of thing went wrong with an attempt; see `docs/glossary.md`. */
export const failureClasses = [
  "unsupported",
  "out_of_memory",
  "device_fault",
  "crashed",
  "exited",
  "timed_out",
  "callback_error",
  "protocol",
  "interrupted",
  "infrastructure",
] as const;
export type FailureClass = (typeof failureClasses)[number];
