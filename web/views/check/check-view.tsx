import { useMemo, useState } from "preact/hooks";
import { severities } from "../../../src/tables/checks/finding.js";
import type { ReportCheck } from "../../../src/view/report/findings.js";
import { counted } from "../../figures/number.js";
import { FilterField } from "../cases/filter-field.js";
import { FindingPanel } from "./finding-panel.js";
import { FindingTable, scopeText, SeverityMark } from "./finding-table.js";
import { hasWords } from "./has-words.js";
import { TableList } from "./table-list.js";

/** What is wrong in the tables, the gravest first, each finding with its evidence drawn. */
export function CheckView({ check }: { readonly check: ReportCheck }) {
  const [severity, setSeverity] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const shown = useMemo(() => filtered(check, severity, words), [check, severity, words]);
  const one = shown.find(({ rank }) => rank === chosen) ?? shown[0];
  const tables = <TableList tables={check.tables} findings={check.findings} />;
  return (
    <article class="check">
      <h1 tabIndex={-1}>{headline(check)}</h1>
      {check.findings.length === 0 ? null : (
        <>
          <div class="filter">
            {severities.map((name) => (
              <button
                key={name}
                type="button"
                class="quiet"
                aria-pressed={severity === name}
                onClick={() => setSeverity(severity === name ? null : name)}
              >
                <SeverityMark severity={name} /> {check.findings.filter((finding) => finding.severity === name).length}
              </button>
            ))}
            <FilterField label="Show those that say" example="e.g. spike nvfp4" value={words} onInput={setWords} />
          </div>
          <div class="check-parts">
            <div>
              <FindingTable findings={shown} chosen={one?.rank ?? -1} onChoose={setChosen} />
              {tables}
            </div>
            {one === undefined ? null : <FindingPanel key={one.rank} finding={one.finding} gates={check.gates} />}
          </div>
        </>
      )}
      {check.findings.length === 0 ? tables : null}
      <Waived check={check} />
    </article>
  );
}

function Waived({ check: { waived, expired } }: { readonly check: ReportCheck }) {
  if (waived.length + expired.length === 0) return null;
  return (
    <section>
      <h2>Waivers</h2>
      <ul>
        {waived.map(({ finding, reason, who, until }, index) => (
          <li key={index}>
            {finding.gate}, {finding.file}: {finding.says}{" "}
            <span class="hint">({`${reason}; ${who}, until ${until}`})</span>
          </li>
        ))}
        {expired.map(({ gate, file, reason, who, until }, index) => (
          <li key={`expired ${index}`}>
            expired: {gate}, {file} <span class="hint">({`${reason}; ${who}, until ${until}`})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function headline({ tables, findings }: ReportCheck): string {
  const rows = tables.reduce((sum, table) => sum + table.rows + table.refused, 0);
  const found = findings.length === 0 ? "Nothing found" : counted(findings.length, "finding");
  return `${found} in ${counted(tables.length, "table")}, ${counted(rows, "row")}`;
}

function filtered({ findings }: ReportCheck, severity: string | null, words: string) {
  return findings
    .map((finding, rank) => ({ finding, rank }))
    .filter(({ finding }) => severity === null || finding.severity === severity)
    .filter(({ finding }) => hasWords([finding.gate, finding.file, finding.says, scopeText(finding)].join(" "), words));
}
