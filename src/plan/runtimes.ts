/** What measures a campaign's cases: the embedded runtime, or a framework in a Python worker by its own name. */
export const runtimeNames = ["ort", "vllm"] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** The callback that a case of a runtime has where its entry names none. */
export const defaultCallbacks: Readonly<Record<RuntimeName, string>> = { ort: "moe", vllm: "run_moe_torch" };
