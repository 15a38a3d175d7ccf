import { spawnSync } from "node:child_process";
import { z } from "zod";
import { pythonFolder } from "./product.js";

/** A getter may import its framework, which takes minutes at worst. */
const PATIENCE_MS = 300_000;
const MOST_BYTES = 2 ** 28;

/** What `assay_worker.list_cases` prints. */
const listingSchema = z.strictObject({
  version: z.string(),
  file: z.string(),
  cases: z.array(z.union([z.strictObject({ arguments: z.array(z.json()) }), z.strictObject({ refused: z.string() })])),
});

/** The cases that a getter gave: the arguments of each, or why it cannot be one. */
export type CaseListing = z.infer<typeof listingSchema>;

/** A getter that gave no cases: it is not there, it failed, or it gave something else. */
export class GetterFailed extends Error {
  override readonly name = "GetterFailed";
}

/** A getter and where it is. */
export interface Getter {
  readonly python: string;
  /** The folder from which its module is imported. */
  readonly path: string;
  /** `package.module:function` */
  readonly getter: string;
}

/**
 * Runs a getter in the Python that will run its cases.
 * @throws GetterFailed with what Python said last
 */
export function listCases({ python, path, getter }: Getter): CaseListing {
  const { status, signal, stdout, stderr, error } = spawnSync(
    python,
    ["-m", "assay_worker.list_cases", "--path", path, getter],
    {
      encoding: "utf8",
      env: { ...process.env, PYTHONPATH: pythonFolder, PYTHONNOUSERSITE: "1" },
      maxBuffer: MOST_BYTES,
      timeout: PATIENCE_MS,
    },
  );
  if (status === 0) return listingSchema.parse(JSON.parse(stdout));
  const said = stderr?.trim().split("\n").at(-1) ?? "";
  const ended = signal === null ? `exit code ${status}` : `ended by ${signal}`;
  throw new GetterFailed(`${getter} gave no cases: ${error?.message ?? (said === "" ? ended : said)}`);
}
