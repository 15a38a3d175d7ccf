import type { ReportData } from "../../data/report.js";
import { FactList } from "../../tables/fact-list.js";

/** What the campaign's numbers stand on. */
export function ProvenanceView({ data }: { readonly data: ReportData }) {
  return (
    <section>
      <h1 tabIndex={-1}>Provenance</h1>
      {data.provenance.length === 0 ? <p class="empty">No worker has reported yet.</p> : null}
      <div class="columns">
        {data.provenance.map(({ title, facts }) => (
          <FactList key={title} caption={title} facts={facts} />
        ))}
      </div>
    </section>
  );
}
