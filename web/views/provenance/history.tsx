import type { HistoryDecision, HistorySpan, ReportHistory } from "../../../src/view/report/history.js";
import { hueCount } from "../../charts/line-style.js";
import { count } from "../../figures/number.js";
import { moment } from "../../figures/time.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

/** With what a campaign was measured over time, what its points stand on, and what was decided. */
export function History({ history: { spans, decisions } }: { readonly history: ReportHistory }) {
  return (
    <>
      {spans.length === 0 ? null : (
        <section class="history-place">
          <h2>Sources and environments over time</h2>
          <TimeLine spans={spans} decisions={decisions} />
          <DataTable
            caption="What the points stand on"
            columns={spanColumns}
            rows={spans}
            keyOf={({ device, from }) => `${device} ${from}`}
          />
        </section>
      )}
      <section>
        <DataTable
          caption="Decisions"
          columns={decisionColumns}
          rows={decisions}
          keyOf={(one) => `${one.at} ${one.says}`}
        />
      </section>
    </>
  );
}

/** A lane for sources, one for environments, and one for what was decided. */
function TimeLine({ spans, decisions }: ReportHistory) {
  const times = [...spans.flatMap(({ from, to }) => [from, to]), ...decisions.flatMap(({ at }) => at ?? [])].toSorted();
  const [first = "", last = ""] = [times[0], times.at(-1)];
  const [start, length] = [Date.parse(first), Date.parse(last) - Date.parse(first) || 1];
  const share = (at: string) => (100 * (Date.parse(at) - start)) / length;
  return (
    <div class="history">
      {(["closure", "environment"] as const).map((name) => (
        <Lane key={name} name={name} spans={spans} share={share} />
      ))}
      <span>decisions</span>
      <div class="lane">
        {decisions.map(({ at, kind, says }) =>
          at === null ? null : (
            <span key={at} class="mark" style={{ left: `${share(at)}%` }} title={`${moment(at)}: ${says}`}>
              {signs[kind]}
            </span>
          ),
        )}
      </div>
      <div class="ends">
        <span>{moment(first)}</span>
        <span class="hint">▸ run began, ✓ qualification, ◆ adoption</span>
        <span>{moment(last)}</span>
      </div>
    </div>
  );
}

const signs: Readonly<Record<HistoryDecision["kind"], string>> = {
  session: "▸",
  qualification: "✓",
  adoption: "◆",
  supersession: "»",
};

interface LaneProps {
  readonly name: "closure" | "environment";
  readonly spans: readonly HistorySpan[];
  readonly share: (at: string) => number;
}

function Lane({ name, spans, share }: LaneProps) {
  const hashes = [...new Set(spans.map((span) => span[name]))];
  return (
    <>
      <span>{name === "closure" ? "sources" : "environment"}</span>
      <div class="lane">
        {spans.map((span, index) => {
          const hue = (hashes.indexOf(span[name]) + (name === "closure" ? 0 : 2)) % hueCount;
          const [left, right] = [share(span.from), share(span.to)];
          return (
            <span
              key={index}
              class={span.standing === "older" ? "older" : ""}
              style={{ left: `${left}%`, width: `${right - left}%`, borderColor: `var(--series-${hue})` }}
              title={`${span[name] ?? "not recorded"}, ${span.standing}, ${span.device}, from ${moment(span.from)} to ${moment(span.to)}`}
            >
              {span[name]}
            </span>
          );
        })}
      </div>
    </>
  );
}

const spanColumns: readonly Column<HistorySpan>[] = [
  { title: "sources", note: "First digits of the closure's hash", value: ({ closure }) => closure },
  { title: "environment", note: "First digits of its hash", value: ({ environment }) => environment },
  { title: "runtime", value: ({ runtime }) => runtime },
  { title: "device", value: ({ device }) => device },
  { title: "from", unit: "UTC", value: ({ from }) => from, cell: ({ from }) => moment(from) },
  { title: "to", unit: "UTC", value: ({ to }) => to, cell: ({ to }) => moment(to) },
  { title: "attempts", value: ({ attempts }) => attempts, figure: count },
  {
    title: "points",
    note: "Measured then; some may have been measured again",
    value: ({ points }) => points,
    figure: count,
  },
  { title: "qualification", value: ({ qualification }) => qualification },
  { title: "standing", note: "Whether these points count", value: ({ standing }) => standing },
];

const decisionColumns: readonly Column<HistoryDecision>[] = [
  { title: "when", unit: "UTC", value: ({ at }) => at, cell: ({ at }) => (at === null ? "–" : moment(at)) },
  { title: "what", value: ({ kind }) => kind },
  { title: "says", value: ({ says }) => says, cell: ({ says }) => <span class="long">{says}</span> },
  { title: "by", value: ({ by }) => by },
];
