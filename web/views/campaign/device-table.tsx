import { useMemo } from "preact/hooks";
import type { DeviceNow, LiveState } from "../../../src/view/server/messages.js";
import { placeText } from "../../data/sweep.js";
import { moment, wholeSeconds } from "../../figures/time.js";
import { caseAddress } from "../../shell/route.js";
import { useServerClock } from "../../shell/use-clock.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

/** What runs on each device, and since when. */
export function DeviceTable({ live }: { readonly live: LiveState }) {
  const nowMs = useServerClock(live.now);
  const isRunning = live.run === "running" || live.run === "elsewhere";
  const columns = useMemo(() => deviceColumns(isRunning, nowMs), [isRunning, nowMs]);
  return <DataTable caption="Devices" columns={columns} rows={live.devices} keyOf={({ device }) => device} />;
}

function deviceColumns(isRunning: boolean, nowMs: number): readonly Column<DeviceNow>[] {
  return [
    { title: "device", value: ({ device }) => device },
    {
      title: "now",
      value: (one) => nowText(one, isRunning),
      cell: (one) => <Doing one={one} isRunning={isRunning} />,
    },
    {
      title: "point",
      note: "Measured points of the attempt, and the one that is being measured",
      value: ({ attempt }) => (attempt === null ? null : `${attempt.done} of ${attempt.of}`),
      cell: (one) => <Progress one={one} isRunning={isRunning} />,
    },
    {
      title: "since",
      value: ({ since }) => since,
      cell: ({ since }) => (since === null ? "–" : isRunning ? age(since, nowMs) : moment(since)),
      hint: ({ since }) => (since === null ? undefined : moment(since)),
    },
    { title: "worker", value: ({ worker }) => worker },
  ];
}

function Doing({ one, isRunning }: { readonly one: DeviceNow; readonly isRunning: boolean }) {
  if (one.attempt === null || !isRunning)
    return <span class={one.doing === "given up" ? "state-failed" : "hint"}>{nowText(one, isRunning)}</span>;
  return <a href={caseAddress(one.attempt.case)}>{one.attempt.name}</a>;
}

function Progress({ one: { attempt }, isRunning }: { readonly one: DeviceNow; readonly isRunning: boolean }) {
  if (attempt === null || !isRunning) return <span class="none">–</span>;
  return (
    <span class="device-progress">
      <progress value={attempt.done} max={attempt.of} aria-label={`${attempt.done} of ${attempt.of} points`} />{" "}
      {attempt.done} of {attempt.of}
      {attempt.next === null ? "" : `, at ${placeText({ coordinates: attempt.next })}`}
    </span>
  );
}

function nowText({ doing, attempt }: DeviceNow, isRunning: boolean): string {
  if (!isRunning) return doing === "given up" ? "given up" : "not running";
  return attempt?.name ?? doing;
}

function age(since: string, nowMs: number): string {
  return wholeSeconds(Math.max(0, nowMs - Date.parse(since)) / 1000);
}
