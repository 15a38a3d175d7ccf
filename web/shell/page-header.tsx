import type { LiveState } from "../../src/view/server/messages.js";
import { LinkMark } from "./link-mark.js";
import type { Route } from "./route.js";

interface PageHeaderProps {
  readonly campaign: string;
  readonly view: Route["view"];
  /** Whether the campaign has arms. */
  readonly experiment: boolean;
  readonly live: LiveState | null;
  readonly isConnected: boolean;
}

const views = [
  { view: "campaign", title: "Campaign", address: "#/" },
  { view: "cases", title: "Cases", address: "#/cases" },
  { view: "experiment", title: "Experiment", address: "#/experiment" },
  { view: "provenance", title: "Provenance", address: "#/provenance" },
  { view: "glossary", title: "Glossary", address: "#/glossary" },
] as const;

/** The bar that stands over every view. */
export function PageHeader({ campaign, view, experiment, live, isConnected }: PageHeaderProps) {
  const shown = views.filter((one) => one.view !== "experiment" || experiment || view === "experiment");
  return (
    <header class="page-header">
      <span class="brand">Assay</span>
      {view === "campaign" ? null : (
        <a class="campaign-name" href="#/">
          {campaign}
        </a>
      )}
      {live === null ? null : <LinkMark live={live} isConnected={isConnected} />}
      <nav aria-label="Views">
        {shown.map((one) => (
          <a key={one.view} href={one.address} aria-current={one.view === view ? "page" : undefined}>
            {one.title}
          </a>
        ))}
      </nav>
    </header>
  );
}
