import { axisSchema } from "./axis.js";

/** Sweeps that a campaign file may name instead of a list. */
export const namedSweeps: Readonly<Record<string, readonly number[]>> = {
  /** The token counts of the public MoE tables. */
  "public-moe-27": [
    1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
    8192, 12288, 16384,
  ],
};

/** Token counts in the order in which they are measured. */
export const tokenSweepSchema = axisSchema({ unit: "tokens", list: "sweep", named: namedSweeps });
