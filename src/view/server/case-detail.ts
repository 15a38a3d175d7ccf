import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import type { CaseState } from "../../ledger/case-state.js";
import type { CampaignFold } from "../../ledger/fold.js";
import type { PointState } from "../../ledger/point-state.js";
import type { PointRecord } from "../../ledger/records.js";
import { caseId } from "../report/memory-data.js";
import { olderPoints, reportCase } from "../report/report-case.js";
import type { LiveCampaign } from "./live-campaign.js";
import type { LiveCase } from "./messages.js";
import { openPlain } from "./plain-file.js";
import { type LineSpan, ThinPoint } from "./thin-point.js";

/** A case with its samples, which are read from the journal; `null` for a key that no planned case has. */
export async function caseDetail(campaign: LiveCampaign, key: string): Promise<LiveCase | null> {
  const { fold } = campaign.follower;
  const state = fold.planned().find((one) => caseId(one.key, one.arm) === key);
  if (!state) return null;
  const { n } = campaign;
  const { directory, folder, journal } = campaign.options;
  const file = await openPlain(folder, basename(journal));
  try {
    return { n, case: reportCase(await withSamples(fold, state, file), directory, olderPoints(fold)) };
  } finally {
    await file.close();
  }
}

async function withSamples(fold: CampaignFold, state: CaseState, file: FileHandle): Promise<CaseState> {
  const points = new Map<string, PointState>();
  for (const [id, point] of state.points) {
    if (!(point instanceof ThinPoint)) points.set(id, point);
    else points.set(id, fold.pointOf(await readRecord(file, point.span)));
  }
  return { ...state, points };
}

/** The line is the one that was checked when it was folded. */
async function readRecord(file: FileHandle, { start, length }: LineSpan): Promise<PointRecord> {
  const line = Buffer.alloc(length);
  await file.read(line, 0, length, start);
  return JSON.parse(line.toString("utf8")) as PointRecord;
}
