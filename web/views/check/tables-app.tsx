import type { TablesPicture, TablesSource } from "../../data/tables-source.js";
import { usePicture } from "../../data/use-source.js";
import { count, counted } from "../../figures/number.js";
import type { Route } from "../../shell/route.js";
import { useRoute } from "../../shell/use-route.js";
import { RowsView } from "../rows/rows-view.js";
import { CheckView } from "./check-view.js";
import { CurveList } from "./curve-list.js";
import { TableList } from "./table-list.js";

const views = [
  ["campaign", "Findings", "#/"],
  ["curves", "Curves", "#/curves"],
  ["rows", "Rows", "#/rows"],
] as const;

/** The whole page of some tables: of a report, or as a server shows them. */
export function TablesApp({ source }: { readonly source: TablesSource }) {
  const route = useRoute();
  const picture = usePicture(source);
  const there = views.filter(([view]) => view !== "rows" || source.rows !== null);
  const shown = there.some(([view]) => view === route.view) ? route.view : "campaign";
  return (
    <>
      <header class="page-header">
        <span class="brand">Assay</span>
        <span class="campaign-name">{picture.title}</span>
        <nav aria-label="Views">
          {there.map(([view, text, address]) => (
            <a key={view} href={address} aria-current={view === shown ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
      </header>
      {picture.problem === null ? null : <p class="problem">{picture.problem}</p>}
      <main>
        <View {...{ route, source, picture }} />
      </main>
    </>
  );
}

interface ViewProps {
  readonly route: Route;
  readonly source: TablesSource;
  readonly picture: TablesPicture;
}

function View({ route, source, picture }: ViewProps) {
  const { report, tables } = picture;
  if (route.view === "rows" && source.rows !== null)
    return <RowsView key={route.table} tables={tables} source={source} table={route.table} query={route.query} />;
  if (report === null) return <Reading picture={picture} />;
  return route.view === "curves" ? <CurveList curves={report.curves} /> : <CheckView check={report.check} />;
}

/** What is known of the tables before all of them have been checked. */
function Reading({ picture: { tables, files } }: Pick<ViewProps, "picture">) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const doing = tables.length < files ? `${count(tables.length)} read` : "being checked";
  return (
    <section>
      <h1 tabIndex={-1}>
        {counted(files, "table")}, {counted(rows, "row")} <span class="campaign-state">{doing}</span>
      </h1>
      <TableList tables={tables} findings={null} />
    </section>
  );
}
