import type { Route } from "./route.js";

interface PageHeaderProps {
  readonly campaign: string;
  readonly view: Route["view"];
}

const views = [
  { view: "campaign", title: "Campaign", address: "#/" },
  { view: "provenance", title: "Provenance", address: "#/provenance" },
  { view: "glossary", title: "Glossary", address: "#/glossary" },
] as const;

/** The bar that stands over every view. */
export function PageHeader({ campaign, view }: PageHeaderProps) {
  return (
    <header class="page-header">
      <span class="brand">Assay</span>
      {view === "campaign" ? null : (
        <a class="campaign-name" href="#/">
          {campaign}
        </a>
      )}
      <nav aria-label="Views">
        {views.map((one) => (
          <a key={one.view} href={one.address} aria-current={one.view === view ? "page" : undefined}>
            {one.title}
          </a>
        ))}
      </nav>
    </header>
  );
}
