import type { CaseSummary } from "../../data/report.js";
import { StateMark } from "../../marks/state-mark.js";
import { caseAddress } from "../../shell/route.js";

interface CaseHeadingProps {
  readonly one: CaseSummary;
  readonly cases: readonly CaseSummary[];
}

/** The case's name and state, and the way to its neighbours in the plan. */
export function CaseHeading({ one, cases }: CaseHeadingProps) {
  const at = cases.indexOf(one);
  return (
    <div class="case-heading">
      <nav aria-label="Cases">
        <a href="#/cases">All cases</a>
        <Neighbour to={cases[at - 1]} text="Previous" />
        <Neighbour to={cases[at + 1]} text="Next" />
        <span class="hint">
          {at + 1} of {cases.length}
        </span>
      </nav>
      <h1 tabIndex={-1}>{one.name}</h1>
      <p class="case-summary">
        <StateMark state={one.state} />
        <span>
          {one.points.length} of {one.plannedPoints} points
        </span>
        <span>{one.models.join(", ")}</span>
        {one.device === null ? null : <span>on {one.device}</span>}
      </p>
    </div>
  );
}

function Neighbour({ to, text }: { readonly to: CaseSummary | undefined; readonly text: string }) {
  if (to === undefined) return <span class="none">{text}</span>;
  return (
    <a href={caseAddress(to.key)} title={to.name}>
      {text}
    </a>
  );
}
