import type { CaseFilter } from "../../data/case-filter.js";
import { count } from "../../figures/number.js";

interface StateFilterProps {
  readonly counts: ReadonlyMap<CaseFilter["state"], number>;
  readonly state: CaseFilter["state"];
  readonly onChoose: (state: CaseFilter["state"]) => void;
}

/** A button a state that there is; the chosen one shows its cases alone. */
export function StateFilter({ counts, state, onChoose }: StateFilterProps) {
  return (
    <div class="state-filter" role="group" aria-label="Show cases in one state">
      {[...counts].map(([name, cases]) => (
        <button
          key={name}
          type="button"
          class="quiet"
          aria-pressed={name === state}
          onClick={() => onChoose(name === state ? "" : name)}
        >
          {name} <strong>{count(cases)}</strong>
        </button>
      ))}
    </div>
  );
}
