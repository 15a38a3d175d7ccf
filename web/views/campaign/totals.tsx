import type { ReportData } from "../../data/report.js";
import { count } from "../../figures/number.js";
import { duration, moment, secondsBetween } from "../../figures/time.js";

/** The campaign's name, its state in a word, and its totals as a line of quiet figures. */
export function Totals({ data: { campaign, totals } }: { readonly data: ReportData }) {
  const { cases, points } = totals;
  return (
    <section class="totals">
      <h1 tabIndex={-1}>
        {campaign.name} <span class="campaign-state">{campaignState(totals)}</span>
      </h1>
      <ProgressBar cases={cases} />
      <dl class="figures total-figures">
        <Figure label="cases done" value={`${count(cases.done)} of ${count(cases.planned)}`} />
        {cases.failed > 0 ? <Figure label="failed" value={count(cases.failed)} mark="danger" /> : null}
        {cases.left > 0 ? <Figure label="left" value={count(cases.left)} /> : null}
        <Figure label="points" value={`${count(points.done)} of ${count(points.planned)}`} />
        {points.flagged > 0 ? <Figure label="flagged" value={count(points.flagged)} mark="warn" /> : null}
        <Figure label="of timed samples" value={duration(totals.timedSeconds)} />
        <Figure
          label="from first to last record"
          value={duration(secondsBetween(campaign.startedAt, campaign.lastRecordAt))}
        />
        <Figure label="started" value={moment(campaign.startedAt)} />
      </dl>
    </section>
  );
}

function Figure({
  label,
  value,
  mark = "",
}: {
  readonly label: string;
  readonly value: string;
  readonly mark?: string;
}) {
  return (
    <div class={mark}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function ProgressBar({ cases }: { readonly cases: ReportData["totals"]["cases"] }) {
  const share = (part: number) => ({ width: `${cases.planned === 0 ? 0 : (100 * part) / cases.planned}%` });
  return (
    <div class="progress" aria-hidden="true">
      <span class="progress-done" style={share(cases.done)} />
      <span class="progress-failed" style={share(cases.failed)} />
    </div>
  );
}

function campaignState({ cases }: ReportData["totals"]): string {
  if (cases.planned === 0) return "no case planned";
  if (cases.left === cases.planned) return "not begun";
  if (cases.left > 0) return "unfinished";
  return cases.failed > 0 ? "finished with failures" : "complete";
}
