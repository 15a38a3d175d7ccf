import type { Command } from "commander";
import { z } from "zod";
import type { NcclContext } from "../tables/import/nccl-tests.js";
import { wholeNumber } from "./whole-number.js";

/** What the options for nccl-tests' output parse to. */
export const ncclShape = {
  ncclOp: z.string().min(1).optional(),
  ncclGpus: z.int().positive().optional(),
  ncclDevice: z.string().min(1).optional(),
  ncclVersion: z.string().min(1).optional(),
};
type NcclOptions = z.infer<z.ZodObject<typeof ncclShape>>;

/** Adds the options that say what nccl-tests may not have printed; `ncclShape` reads them. */
export function addNcclOptions(command: Command): Command {
  return command
    .option("--nccl-op <name>", "the collective of nccl-tests' output, where the output does not say it")
    .option("--nccl-gpus <count>", "its number of GPUs", wholeNumber)
    .option("--nccl-device <name>", "its device")
    .option("--nccl-version <version>", "its version of NCCL");
}

/** The options as the reader takes them. */
export function ncclContext({ ncclOp, ncclGpus, ncclDevice, ncclVersion }: NcclOptions): NcclContext {
  return {
    ...(ncclOp === undefined ? {} : { op: ncclOp }),
    ...(ncclGpus === undefined ? {} : { gpus: ncclGpus }),
    ...(ncclDevice === undefined ? {} : { device: ncclDevice }),
    ...(ncclVersion === undefined ? {} : { version: ncclVersion }),
  };
}
