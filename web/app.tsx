import { caseByKey, type ReportData } from "./data/report.js";
import { PageHeader } from "./shell/page-header.js";
import type { Route } from "./shell/route.js";
import { useArrival } from "./shell/use-arrival.js";
import { useRoute } from "./shell/use-route.js";
import { CampaignView } from "./views/campaign/campaign-view.js";
import { CaseView } from "./views/case/case-view.js";
import { ExperimentView } from "./views/experiment/experiment-view.js";
import { GlossaryView } from "./views/glossary/glossary-view.js";
import { ProvenanceView } from "./views/provenance/provenance-view.js";

interface AppProps {
  readonly data: ReportData;
}

/** The whole page: its header, and the view that the address names. */
export function App({ data }: AppProps) {
  const route = useRoute();
  useArrival(route, titleOf(route, data));
  return (
    <>
      <PageHeader campaign={data.campaign.name} view={route.view} experiment={data.experiment != null} />
      <main>
        <View route={route} data={data} />
      </main>
    </>
  );
}

function View({ route, data }: AppProps & { readonly route: Route }) {
  switch (route.view) {
    case "campaign":
      return <CampaignView data={data} />;
    case "case": {
      const one = caseByKey(data.cases, route.key);
      return one === undefined ? (
        <NotFound />
      ) : (
        <CaseView key={one.key} one={one} cases={data.cases} place={route.place} />
      );
    }
    case "experiment":
      return <ExperimentView data={data} />;
    case "provenance":
      return <ProvenanceView data={data} />;
    case "glossary":
      return <GlossaryView term={route.term} />;
    case "unknown":
      return <NotFound />;
  }
}

function NotFound() {
  return (
    <section>
      <h1 tabIndex={-1}>Nothing here</h1>
      <p>
        This campaign has nothing at this address. <a href="#/">All cases</a>
      </p>
    </section>
  );
}

function titleOf(route: Route, data: ReportData): string {
  const view =
    route.view === "case" ? caseByKey(data.cases, route.key)?.name : route.view === "campaign" ? undefined : route.view;
  return [view, data.campaign.name, "Assay"].filter((part) => part !== undefined).join(" · ");
}
