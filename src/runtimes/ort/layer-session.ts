import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { InferenceSession } from "onnxruntime-node";
import { countLayer, uncountLayer } from "./layer-count.js";
import { onnxRuntime } from "./onnx-runtime.js";
import type { NamedTensors } from "./tensors.js";

export interface SessionOptions {
  readonly threads: number;
  /** Weights stay as they lie in the file, where the runtime would unpack a second copy of them when it opens. */
  readonly unpacked: boolean;
  /** Record which kernels run, in a file whose path begins like this, until `readKernels` is called. */
  readonly profilePrefix?: string;
}

/** The operator that ran and where, as the runtime recorded it. */
export interface KernelRun {
  readonly operator: string;
  readonly provider: string;
}

/** A native layer: a model that is open. Whoever opens one releases it. */
export class LayerSession {
  readonly #session: InferenceSession;
  readonly #profilePrefix: string | null;

  private constructor(session: InferenceSession, profilePrefix: string | null) {
    this.#session = session;
    this.#profilePrefix = profilePrefix;
    countLayer(session);
  }

  /** Opens a model file, or a model's bytes. @throws the runtime's own error. */
  static async open(model: string | Uint8Array, options: SessionOptions): Promise<LayerSession> {
    const { InferenceSession } = await onnxRuntime();
    const settings = sessionSettings(options);
    const profilePrefix = options.profilePrefix ?? null;
    try {
      // The two signatures of `create` are not one to the compiler.
      const session =
        typeof model === "string" ? InferenceSession.create(model, settings) : InferenceSession.create(model, settings);
      return new LayerSession(await session, profilePrefix);
    } catch (error) {
      removeAll(profileFiles(profilePrefix));
      throw error;
    }
  }

  /** One pass of the layer; `outputs` are the tensors that it fills. */
  async run(feeds: NamedTensors, outputs: NamedTensors): Promise<void> {
    await this.#session.run(feeds, outputs);
  }

  /** Ends the recording and tells which kernels ran, in order. */
  readKernels(): KernelRun[] {
    this.#session.endProfiling();
    const files = profileFiles(this.#profilePrefix);
    const kernels = files.flatMap((file) => kernelRuns(readFileSync(file, "utf8")));
    removeAll(files);
    return kernels;
  }

  /** Frees the native layer. */
  async release(): Promise<void> {
    uncountLayer(this.#session);
    await this.#session.release();
    removeAll(profileFiles(this.#profilePrefix));
  }
}

function sessionSettings({ threads, unpacked, profilePrefix }: SessionOptions): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    ...(unpacked ? { extra: { session: { disable_prepacking: "1" } } } : {}),
    ...(profilePrefix === undefined ? {} : { enableProfiling: true, profileFilePrefix: profilePrefix }),
  };
}

/** The runtime appends the time to the prefix that it was given. */
function profileFiles(prefix: string | null): string[] {
  if (prefix === null) return [];
  const names = readdirSync(dirname(prefix)).filter((name) => name.startsWith(`${basename(prefix)}_`));
  return names.map((name) => join(dirname(prefix), name));
}

function removeAll(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
}

interface ProfileEvent {
  readonly cat?: string;
  readonly args?: { readonly op_name?: string; readonly provider?: string };
}

function kernelRuns(profile: string): KernelRun[] {
  const events = JSON.parse(profile) as readonly ProfileEvent[];
  return events.flatMap(({ cat, args }) =>
    cat === "Node" && args?.op_name && args.provider ? [{ operator: args.op_name, provider: args.provider }] : [],
  );
}
