import { join } from "node:path";
import type { CampaignFold } from "../../ledger/fold.js";
import { publishedCampaign } from "../../ledger/published-points.js";
import { checkTables } from "../../tables/checks/check-tables.js";
import { settingsSchema } from "../../tables/checks/settings.js";
import { moeTable } from "../../tables/export/moe-table.js";
import { TABLE_SCHEMA_VERSION } from "../../tables/formats/table-facts.js";
import type { TableFile } from "../../tables/import/read-file.js";
import { type ReportCheck, reportCheck } from "./findings.js";

/** The table that a campaign would export, to be checked before it is; none where no point may leave the campaign. */
export function campaignTable(fold: CampaignFold, directory: string): readonly TableFile[] {
  const { points, publication } = publishedCampaign(fold);
  if (points.length === 0) return [];
  const table = moeTable(points, { statistic: "median", source: "" });
  const facts: TableFile["facts"] = {
    schemaVersion: TABLE_SCHEMA_VERSION,
    table: table.name,
    units: {},
    statistic: "median",
    publication: { state: publication.state, reasons: [...publication.reasons] },
    sources: [],
    contentHash: "",
  };
  return [
    {
      file: join(directory, `${table.name} (as it would be exported)`),
      format: "parquet",
      hash: "",
      table,
      rowNumbers: Int32Array.from({ length: table.rows }, (_, row) => row + 1),
      refused: [],
      settled: [],
      facts,
    },
  ];
}

/** What a check finds in a campaign's points; `null` where there are none that a table would hold. */
export function campaignCheck(fold: CampaignFold, directory: string): ReportCheck | null {
  const files = campaignTable(fold, directory);
  if (files.length === 0) return null;
  return reportCheck(files, checkTables(files, settingsSchema.parse({}), fold.lastRecordAt.slice(0, 10)));
}
