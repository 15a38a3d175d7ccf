import { failureGroups, failureMessage, type FailureGroup } from "../../data/failures.js";
import type { ReportCase } from "../../data/report.js";
import { counted } from "../../figures/number.js";
import { caseAddress } from "../../shell/route.js";

const shownCases = 6;
const shownGroups = 8;

/** What failed and still stands as failed, one line a finding; nothing where nothing failed. */
export function Failures({ cases }: { readonly cases: readonly ReportCase[] }) {
  const groups = failureGroups(cases);
  if (groups.length === 0) return null;
  const rest = groups.slice(shownGroups);
  return (
    <section class="failures" aria-label="Failures">
      <h2>
        {counted(
          groups.reduce((sum, group) => sum + group.cases.length, 0),
          "failed case",
        )}
      </h2>
      <Groups groups={groups.slice(0, shownGroups)} />
      {rest.length === 0 ? null : (
        <details>
          <summary>{counted(rest.length, "more finding")}</summary>
          <Groups groups={rest} />
        </details>
      )}
    </section>
  );
}

function Groups({ groups }: { readonly groups: readonly FailureGroup[] }) {
  return (
    <ul>
      {groups.map(({ failure, cases }) => (
        <li key={`${failure.class} ${failureMessage(failure)}`}>
          <span class="failure-class">{failure.class.replaceAll("_", " ")}</span>
          <span class="failure-message">{failureMessage(failure)}</span>
          <span class="failure-cases">
            {cases.slice(0, shownCases).map((one) => (
              <a key={one.key} href={caseAddress(one.key)}>
                {one.name}
              </a>
            ))}
            {cases.length > shownCases ? <span>and {counted(cases.length - shownCases, "more case")}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
