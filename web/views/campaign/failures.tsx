import type { ReportFailureGroup } from "../../data/report.js";
import { caseInArm } from "../../data/experiment.js";
import { count, counted } from "../../figures/number.js";
import { Command } from "../../marks/command.js";
import { caseAddress } from "../../shell/route.js";

const shownCases = 6;
const shownGroups = 6;

/** What failed and still stands as failed, one finding a group; nothing where nothing failed. */
export function Failures({ groups }: { readonly groups: readonly ReportFailureGroup[] }) {
  if (groups.length === 0) return null;
  const cases = groups.reduce((sum, { members }) => sum + members.length, 0);
  const rest = groups.slice(shownGroups);
  return (
    <section class="failures" aria-label="Failures">
      <h2>
        {counted(cases, "failed case")}
        {groups.length === cases ? "" : `, ${counted(groups.length, "finding")}`}
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

function Groups({ groups }: { readonly groups: readonly ReportFailureGroup[] }) {
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.id} class="failure">
          <p>
            <span class="failure-class">{group.class.replaceAll("_", " ")}</span>
            <span class="failure-message">{group.example.message.split("\n", 1)[0]}</span>
          </p>
          <p class="hint">{sharedText(group)}</p>
          <Members group={group} />
          <Command text={group.again} what="tries just these again" />
        </li>
      ))}
    </ul>
  );
}

function Members({ group: { members } }: { readonly group: ReportFailureGroup }) {
  return (
    <p class="failure-cases">
      {members.slice(0, shownCases).map(({ key, arm, name }) => (
        <a key={`${arm} ${key}`} href={caseAddress(arm === null ? key : caseInArm(arm, key))}>
          {arm === null ? name : `${name} [${arm}]`}
        </a>
      ))}
      {members.length > shownCases ? <span>and {counted(members.length - shownCases, "more case")}</span> : null}
    </p>
  );
}

/** What the cases have in common that others do not: `all with dtype int4, ep 8 (3 of 12 such), from tokens 512 on`. */
function sharedText({ members, shared, sharedBy, from }: ReportFailureGroup): string {
  const pairs = Object.entries(shared).map(([name, value]) => `${name} ${value}`);
  const number = counted(members.length, "case");
  const common =
    members.length === 1 || pairs.length === 0
      ? number
      : `${number}, all with ${pairs.join(", ")} (${count(members.length)} of ${count(sharedBy)} such)`;
  return from === null ? common : `${common}, from ${from.axis} ${count(from.size)} on`;
}
