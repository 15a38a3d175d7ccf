import type { LiveState } from "../../src/view/server/messages.js";
import { LinkMark } from "./link-mark.js";
import type { Route } from "./route.js";

interface PageHeaderProps {
  readonly campaign: string;
  readonly view: Route["view"];
  /** Whether the campaign has arms. */
  readonly experiment: boolean;
  /** Whether its points were checked as a table. */
  readonly check: boolean;
  readonly live: LiveState | null;
  readonly isConnected: boolean;
}

const views = [
  { view: "campaign", title: "Campaign", address: "#/" },
  { view: "cases", title: "Cases", address: "#/cases" },
  { view: "experiment", title: "Experiment", address: "#/experiment" },
  { view: "check", title: "Check", address: "#/check" },
  { view: "provenance", title: "Provenance", address: "#/provenance" },
  { view: "glossary", title: "Glossary", address: "#/glossary" },
] as const;

/** The bar that stands over every view. */
export function PageHeader({ campaign, view, experiment, check, live, isConnected }: PageHeaderProps) {
  const has = { experiment, check };
  const shown = views.filter((one) => one.view === view || !(one.view in has) || has[one.view as keyof typeof has]);
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
