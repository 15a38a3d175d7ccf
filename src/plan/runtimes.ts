/** Frameworks in a Python worker, and the embedded runtime: what measures the layers that Assay builds itself. */
export const layerRuntimes = ["ort", "vllm"] as const;
type LayerRuntime = (typeof layerRuntimes)[number];

/** What measures a campaign's cases; `python`: a Python worker without a framework of its own, for foreign collectors. */
export const runtimeNames = [...layerRuntimes, "python"] as const;

/** The callback that a case of a runtime has where its entry names none. */
export const defaultCallbacks: Readonly<Record<LayerRuntime, string>> = { ort: "moe", vllm: "run_moe_torch" };
