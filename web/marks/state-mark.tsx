import type { CaseSummary } from "../data/report.js";

type State = CaseSummary["state"];

/** Told by shape and word, not by colour alone. */
const signs: Readonly<Record<State, string>> = { done: "●", partial: "◐", missing: "○", failed: "✕" };

const meanings: Readonly<Record<State, string>> = {
  done: "Every planned point has been measured.",
  partial: "Some planned points are still to be measured; `assay resume` goes on.",
  missing: "Nothing has been measured yet.",
  failed: "The last attempt failed.",
};

/** Whether a case is done. */
export function StateMark({ state }: { readonly state: State }) {
  return (
    <span class={`state state-${state}`} title={meanings[state]}>
      <span aria-hidden="true">{signs[state]}</span> {state}
    </span>
  );
}
