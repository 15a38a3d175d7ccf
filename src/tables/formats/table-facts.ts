import { z } from "zod";
import { canonicalJson } from "../../identity/canonical-json.js";
import { TableUnreadable } from "./table-unreadable.js";

/** Version of what Assay writes into a table beside its rows; a newer one is refused by name. */
export const TABLE_SCHEMA_VERSION = 1;

/** The name under which a Parquet file carries the facts. */
export const FACTS_KEY = "assay";

const publicationSchema = z.strictObject({
  /**
   * `final`: may be published. `draft`: not, for the reasons given. Imported: `attested` by a file beside it that names
   * collector, plan and day; `unattested` without a word on how it came to be.
   */
  state: z.enum(["final", "attested", "unattested", "draft"]),
  reasons: z.array(z.string()),
});
/** Whether rows may be relied on as published, and why not. */
export type TablePublication = z.infer<typeof publicationSchema>;

const campaignSourceSchema = z.strictObject({
  kind: z.literal("campaign"),
  /** Hash of the first record of its journal: it stays, however the campaign goes on. */
  id: z.string(),
  name: z.string(),
  publication: publicationSchema,
  /** Hash of the code that decides what is measured; `null`: not taken. */
  closure: z.string().nullable(),
  /** Versions and device of each worker that measured, each once. */
  environments: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  /** The journal's records and the hash of the last one when the rows were taken. */
  seal: z.strictObject({ records: z.int(), hash: z.string() }),
  lastRecordAt: z.string(),
});

const importSourceSchema = z.strictObject({
  kind: z.literal("import"),
  /** SHA-256 of the file. */
  id: z.string(),
  file: z.string(),
  format: z.enum(["parquet", "csv", "nccl-tests"]),
  publication: publicationSchema,
  /** Columns whose unit was another one in the file, and what else was settled while reading. */
  converted: z.array(z.string()),
  rows: z.int(),
  refused: z.int(),
});

const sourceSchema = z.discriminatedUnion("kind", [campaignSourceSchema, importSourceSchema]);
/** Where rows come from; their column `source` holds the first 12 digits of its id. */
export type TableSource = z.infer<typeof sourceSchema>;

const factsSchema = z.strictObject({
  schemaVersion: z.literal(TABLE_SCHEMA_VERSION),
  table: z.string(),
  /** Unit of each column that has one, e.g. `ms`. */
  units: z.record(z.string(), z.string()),
  /** Which statistic `latency` is; `null`: nobody said. */
  statistic: z.string().nullable(),
  publication: publicationSchema,
  sources: z.array(sourceSchema),
  contentHash: z.string(),
});
/** What Assay writes into a table beside its rows. */
export type TableFacts = z.infer<typeof factsSchema>;

/** The facts among a Parquet file's metadata; `null`: the file is not ours. @throws TableUnreadable */
export function readTableFacts(metadata: ReadonlyMap<string, string>): TableFacts | null {
  const text = metadata.get(FACTS_KEY);
  if (text === undefined) return null;
  const json = parseJson(text);
  const version = z.looseObject({ schemaVersion: z.int() }).safeParse(json);
  if (version.success && version.data.schemaVersion > TABLE_SCHEMA_VERSION) {
    throw new TableUnreadable(
      `it was written by a newer Assay (schema ${version.data.schemaVersion}, here ${TABLE_SCHEMA_VERSION})`,
    );
  }
  const facts = factsSchema.safeParse(json);
  if (facts.success) return facts.data;
  throw new TableUnreadable(`damaged: its facts are not as Assay writes them (${z.prettifyError(facts.error)})`);
}

/** The one text of the facts. */
export function writeTableFacts(facts: TableFacts): string {
  return canonicalJson(facts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TableUnreadable("damaged: its facts are no JSON");
  }
}
