import { useContext, useState } from "preact/hooks";
import { SourceContext } from "../../data/use-source.js";
import type { ReportAttempt } from "../../data/report.js";

/** What the worker of the last attempt printed, asked for when it is opened; nothing in a report, which has no logs. */
export function WorkerOutput({ attempts }: { readonly attempts: readonly ReportAttempt[] }) {
  const source = useContext(SourceContext);
  const [text, setText] = useState<string | null>(null);
  const worker = attempts.at(-1)?.worker;
  const loadLog = source?.loadLog ?? null;
  if (loadLog === null || worker === undefined) return null;
  const load = () => {
    loadLog(worker).then(
      (log) => setText(log === "" ? "It printed nothing." : log),
      (error: unknown) => setText(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <details class="worker-output" onToggle={(event) => (event.currentTarget.open ? load() : undefined)}>
      <summary>Last output of worker {worker}</summary>
      <pre tabIndex={0}>{text ?? "…"}</pre>
    </details>
  );
}
