import { render } from "preact";
import { App } from "./app.js";
import { openData } from "./data/embedded.js";
import { TablesApp } from "./views/check/tables-app.js";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/tables.css";
import "./styles/charts.css";
import "./styles/check.css";

const place = document.getElementById("assay");
if (place !== null) {
  openData().then(
    (data) => render(data.kind === "tables" ? <TablesApp source={data.source} /> : <App source={data.source} />, place),
    (error: unknown) =>
      render(<p class="cannot-show">{error instanceof Error ? error.message : String(error)}</p>, place),
  );
}
