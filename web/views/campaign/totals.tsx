import type { ComponentChildren } from "preact";
import type { LiveState } from "../../../src/view/server/messages.js";
import type { Overview } from "../../data/report.js";
import { count, counted, significant } from "../../figures/number.js";
import { duration, moment, secondsBetween, wholeSeconds } from "../../figures/time.js";

interface TotalsProps {
  readonly overview: Overview;
  readonly live: LiveState | null;
}

/** The campaign's name, its state in a word, and its totals as a line of quiet figures. */
export function Totals({ overview: { campaign, totals, standing }, live }: TotalsProps) {
  const { cases, points } = totals;
  const isRunning = live?.run === "running" || live?.run === "elsewhere";
  return (
    <section class="totals">
      <h1 tabIndex={-1}>
        {campaign.name}{" "}
        <span class="campaign-state">
          {live?.run === "reading" ? "being read" : isRunning ? "running" : campaignState(totals)}
        </span>
      </h1>
      <ProgressBar cases={cases} />
      <dl class="figures total-figures">
        <Figure label="cases done" value={`${count(cases.done)} of ${count(cases.planned)}`} />
        {cases.failed > 0 ? <Figure label="failed" value={count(cases.failed)} mark="danger" /> : null}
        {cases.left > 0 ? <Figure label="left" value={count(cases.left)} /> : null}
        <Figure label="points" value={`${count(points.done)} of ${count(points.planned)}`} />
        {points.flagged > 0 ? <Figure label="flagged" value={count(points.flagged)} mark="warn" /> : null}
        {live === null || !isRunning ? null : <PaceFigures pace={live.pace} />}
        <Figure label="in callbacks" value={duration(totals.callbackSeconds)} />
        <Figure
          label="from first to last record"
          value={duration(secondsBetween(campaign.startedAt, campaign.lastRecordAt))}
        />
        <Figure label="started" value={moment(campaign.startedAt)} />
      </dl>
      {standing === undefined ? null : <Standing standing={standing} />}
    </section>
  );
}

/** What the numbers may be used for. */
function Standing({ standing }: { readonly standing: NonNullable<Overview["standing"]> }) {
  const { qualification, publication, olderPoints } = standing;
  return (
    <p class="hint standing">
      <a href="#/provenance">
        qualification {qualification}, publication {publication.state}
      </a>
      {publication.reasons.length === 0 ? "" : ` since ${publication.reasons.join("; ").replaceAll("`", "")}`}
      {olderPoints === 0 ? "" : `; ${counted(olderPoints, "older point")}`}
    </p>
  );
}

function PaceFigures({ pace: { pointsPerMinute, left } }: Pick<LiveState, "pace">) {
  return (
    <>
      {pointsPerMinute === null ? null : <Figure label="points a minute" value={significant(pointsPerMinute)} />}
      {left === null ? null : (
        <Figure label="left" value={`${wholeSeconds(left.seconds)} ± ${wholeSeconds(left.error)}`}>
          From what attempts took so far, with the half-width of its 90 % interval.
        </Figure>
      )}
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly mark?: string;
  /** What stands behind it, as a tooltip. */
  readonly children?: ComponentChildren;
}

function Figure({ label, value, mark = "", children }: FigureProps) {
  return (
    <div class={mark} title={typeof children === "string" ? children : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function ProgressBar({ cases }: { readonly cases: Overview["totals"]["cases"] }) {
  const share = (part: number) => ({ width: `${cases.planned === 0 ? 0 : (100 * part) / cases.planned}%` });
  return (
    <div class="progress" aria-hidden="true">
      <span class="progress-done" style={share(cases.done)} />
      <span class="progress-failed" style={share(cases.failed)} />
    </div>
  );
}

function campaignState({ cases }: Overview["totals"]): string {
  if (cases.planned === 0) return "no case planned";
  if (cases.left === cases.planned) return "not begun";
  if (cases.left > 0) return "unfinished";
  return cases.failed > 0 ? "finished with failures" : "complete";
}
