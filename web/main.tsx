import { render } from "preact";
import { App } from "./app.js";
import { embeddedReport } from "./data/embedded.js";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/tables.css";
import "./styles/charts.css";

const place = document.getElementById("assay");
if (place !== null) {
  try {
    render(<App data={embeddedReport()} />, place);
  } catch (error) {
    render(<p class="cannot-show">{error instanceof Error ? error.message : String(error)}</p>, place);
  }
}
