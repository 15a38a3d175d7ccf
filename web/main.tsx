import { render } from "preact";
import { App } from "./app.js";
import { openSource } from "./data/embedded.js";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/tables.css";
import "./styles/charts.css";

const place = document.getElementById("assay");
if (place !== null) {
  openSource().then(
    (source) => render(<App source={source} />, place),
    (error: unknown) =>
      render(<p class="cannot-show">{error instanceof Error ? error.message : String(error)}</p>, place),
  );
}
