import type { LiveState } from "../../../src/view/server/messages.js";
import type { Overview } from "../../data/report.js";
import { count } from "../../figures/number.js";
import { FactList } from "../../tables/fact-list.js";
import { History } from "./history.js";

interface ProvenanceViewProps {
  readonly overview: Overview;
  readonly live: LiveState | null;
}

/** What the campaign's numbers stand on. */
export function ProvenanceView({ overview: { provenance, history }, live }: ProvenanceViewProps) {
  return (
    <section>
      <h1 tabIndex={-1}>Provenance</h1>
      {provenance.length === 0 ? <p class="empty">No worker has reported yet.</p> : null}
      {history === undefined ? null : <History history={history} />}
      <div class="columns">
        {live === null ? null : (
          <FactList
            caption="Journal"
            facts={[
              ["records", count(live.n)],
              ["seal", live.seal],
            ]}
          />
        )}
        {provenance.map(({ title, facts }) => (
          <FactList key={title} caption={title} facts={facts} />
        ))}
      </div>
    </section>
  );
}
