import type { ReportCheck } from "../../../src/view/report/findings.js";
import type { Finding } from "../../../src/tables/checks/finding.js";
import { EvidencePicture } from "./evidence-picture.js";
import { SeverityMark } from "./finding-table.js";

interface FindingPanelProps {
  readonly finding: Finding;
  readonly gates: ReportCheck["gates"];
}

/** One finding: what is wrong, the evidence, what to do, and where exactly. */
export function FindingPanel({ finding, gates }: FindingPanelProps) {
  const { gate, severity, says, evidence, file, rows, scope } = finding;
  const words = gates.find(({ name }) => name === gate);
  const facts = [["table", file], ...(rows.length === 0 ? [] : [["rows", rowsText(rows)]]), ...Object.entries(scope)];
  return (
    <section class="finding-panel" aria-label="Finding">
      <h2>
        <SeverityMark severity={severity} /> {gate}
      </h2>
      <p>{says}</p>
      {evidence === null ? null : <EvidencePicture evidence={evidence} />}
      <p class="hint">Looked for: {words?.looksFor}.</p>
      <p>To do: {words?.todo}.</p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function rowsText(rows: readonly number[]): string {
  return rows.length > 12 ? `${rows.slice(0, 12).join(", ")}, …` : rows.join(", ");
}
