import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { foldJournal } from "../campaign/campaign-reading.js";
import { hashOfLine } from "../ledger/journal-record.js";
import { type PublishedCampaign, publishedCampaign } from "../ledger/published-points.js";
import type { NewTable } from "../tables/export/library.js";
import { moeTable, type StatisticName } from "../tables/export/moe-table.js";
import type { TableSource } from "../tables/formats/table-facts.js";

/** A campaign's points as tables, and what stays behind. */
export interface CampaignTables extends Pick<PublishedCampaign, "withheld"> {
  /** `null`: the tables come from elsewhere, and each says it itself. */
  readonly publication: PublishedCampaign["publication"] | null;
  readonly tables: readonly NewTable[];
}

export interface CampaignTableOptions {
  /** What `latency` is. */
  readonly statistic: StatisticName;
  /** Points of other sources or another environment come along. */
  readonly older: boolean;
}

/** Reads a campaign's journal and makes its tables: one a kind of layer. */
export async function campaignTables(
  journal: string,
  { statistic, older }: CampaignTableOptions,
): Promise<CampaignTables> {
  const { fold, head } = await foldJournal(journal);
  const { publication, withheld, points, ...campaign } = publishedCampaign(fold, { older });
  const [closure = null, ...others] = [...new Set(points.map((point) => point.closure))];
  const source: TableSource = {
    kind: "campaign",
    id: hashOfLine(await firstLineOf(journal)),
    name: campaign.name,
    publication: { state: publication.state, reasons: [...publication.reasons] },
    closure: others.length === 0 ? closure : null,
    environments: campaign.environments.map((environment) => ({ ...environment })),
    seal: { records: head.n, hash: head.hash },
    lastRecordAt: campaign.lastRecordAt,
  };
  const facts = { statistic, publication: source.publication, sources: [source] };
  const table = moeTable(points, { statistic, source: source.id });
  return { publication, withheld, tables: points.length === 0 ? [] : [{ table, facts }] };
}

async function firstLineOf(path: string): Promise<string> {
  const stream = createReadStream(path);
  try {
    for await (const line of createInterface({ input: stream })) return line;
    return "";
  } finally {
    stream.destroy();
  }
}
