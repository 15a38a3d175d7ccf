import { caseByKey } from "./data/report.js";
import type { Picture, Source } from "./data/source.js";
import { SourceContext, usePicture } from "./data/use-source.js";
import { PageHeader } from "./shell/page-header.js";
import type { Route } from "./shell/route.js";
import { useArrival } from "./shell/use-arrival.js";
import { useRoute } from "./shell/use-route.js";
import { CampaignView } from "./views/campaign/campaign-view.js";
import { CaseView } from "./views/case/case-view.js";
import { CasesView } from "./views/cases/cases-view.js";
import { CheckView } from "./views/check/check-view.js";
import { ExperimentView } from "./views/experiment/experiment-view.js";
import { GlossaryView } from "./views/glossary/glossary-view.js";
import { ProvenanceView } from "./views/provenance/provenance-view.js";

/** The whole page: its header, and the view that the address names. */
export function App({ source }: { readonly source: Source }) {
  const route = useRoute();
  const picture = usePicture(source);
  const { overview, live, isConnected } = picture;
  useArrival(route, titleOf(route, picture));
  return (
    <SourceContext.Provider value={source}>
      <PageHeader
        campaign={overview.campaign.name}
        view={route.view}
        experiment={overview.experiment != null}
        check={overview.check != null}
        live={live}
        isConnected={isConnected}
      />
      {live?.problem == null ? null : <p class="problem">{live.problem}</p>}
      <main>
        <View route={route} picture={picture} />
      </main>
    </SourceContext.Provider>
  );
}

interface ViewProps {
  readonly route: Route;
  readonly picture: Picture;
}

function View({ route, picture: { overview, live } }: ViewProps) {
  switch (route.view) {
    case "campaign":
      return <CampaignView overview={overview} live={live} />;
    case "cases":
      return <CasesView key={JSON.stringify(route.query)} cases={overview.cases} query={route.query} />;
    case "case": {
      const one = caseByKey(overview.cases, route.key);
      return one === undefined ? (
        <NotFound />
      ) : (
        <CaseView key={one.key} summary={one} cases={overview.cases} place={route.place} />
      );
    }
    case "experiment":
      return <ExperimentView overview={overview} />;
    case "check":
      return overview.check ? <CheckView check={overview.check} /> : <NotFound />;
    case "provenance":
      return <ProvenanceView overview={overview} live={live} />;
    case "glossary":
      return <GlossaryView term={route.term} />;
    case "curves":
    case "rows":
    case "unknown":
      return <NotFound />;
  }
}

function NotFound() {
  return (
    <section>
      <h1 tabIndex={-1}>Nothing here</h1>
      <p>
        This campaign has nothing at this address. <a href="#/cases">All cases</a>
      </p>
    </section>
  );
}

function titleOf(route: Route, { overview: { cases, campaign } }: Picture): string {
  const view =
    route.view === "case" ? caseByKey(cases, route.key)?.name : route.view === "campaign" ? undefined : route.view;
  return [view, campaign.name, "Assay"].filter((part) => part !== undefined).join(" · ");
}
