import type { LiveState } from "../../src/view/server/messages.js";

interface LinkMarkProps {
  readonly live: LiveState;
  readonly isConnected: boolean;
}

const runs: Readonly<Record<LiveState["run"], readonly [sign: string, word: string, meaning: string]>> = {
  running: ["●", "running", "The campaign is being measured, and this page follows it."],
  ended: ["○", "not running", "The last run has ended; this page follows the next one."],
  killed: [
    "✕",
    "killed",
    "The last run's process is gone without having ended; `assay resume` goes on with what is missing.",
  ],
  elsewhere: [
    "◌",
    "running elsewhere",
    "The run was started on another host or in another container: whether it goes on cannot be seen here.",
  ],
  reading: ["◔", "reading", "The journal is being read; what is shown counts what was read so far."],
};

/** Whether the campaign runs, and whether this page still hears from its server. */
export function LinkMark({ live, isConnected }: LinkMarkProps) {
  const [sign, word, meaning] = runs[live.run];
  return (
    <span role="status" class="link-mark">
      {isConnected ? (
        <span class={`run-${live.run}`} title={meaning}>
          <span aria-hidden="true">{sign}</span> {word}
          {live.run === "reading" ? ` ${Math.floor(100 * live.readShare)} %` : ""}
        </span>
      ) : (
        <span class="run-lost" title="`assay serve` is gone or out of reach; this page goes on when it is back.">
          <span aria-hidden="true">⚠</span> no connection, trying again
        </span>
      )}
    </span>
  );
}
