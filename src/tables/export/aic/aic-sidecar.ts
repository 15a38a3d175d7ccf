import { parse, stringify } from "yaml";
import { z } from "zod";
import type { CarriedFacts } from "../../merge/merge-facts.js";
import type { AicTable } from "./aic-table.js";

/** What the file beside a table says of it. */
export interface SidecarEntry extends AicTable {
  readonly facts: CarriedFacts;
  readonly statistic: string;
  readonly assay: string;
}

const sidecarSchema = z.looseObject({ tables: z.record(z.string(), z.unknown()).default({}) });

/** The text of `collection_meta.yaml` with a table's entry added or renewed; other entries stay as they are. */
export function sidecarText(existing: string | null, entry: SidecarEntry): string {
  const known = existing === null ? null : sidecarSchema.safeParse(parse(existing));
  const base = known?.success ? known.data : { tables: {} };
  const { backend, version, table } = entry;
  const content = {
    schema_version: 1,
    provenance: "collected",
    runtime: { framework: backend, version },
    ...base,
    tables: { ...base.tables, [`${table.name}_perf`]: entryOf(entry) },
  };
  return stringify(content, { aliasDuplicateObjects: false });
}

function entryOf({ table, used, facts, statistic, assay }: SidecarEntry): object {
  const campaigns = facts.sources.filter((source) => source.kind === "campaign");
  const collectedAt = campaigns
    .map(({ lastRecordAt }) => lastRecordAt)
    .sort()
    .at(-1);
  return {
    status: "complete",
    rows: table.rows,
    collector_ref: `assay ${assay}`,
    collector_hash: campaigns.map(({ closure }) => closure).find((closure) => closure !== null) ?? "unknown",
    ...(collectedAt === undefined ? {} : { collected_at: collectedAt }),
    statistic,
    publication: facts.publication,
    ...(used.size === 0 ? {} : { written_as: Object.fromEntries(used) }),
    sources: facts.sources,
  };
}
