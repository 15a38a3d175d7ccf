import { resolve } from "node:path";
import type { PageContent } from "../page-server.js";
import type { ReadingTask } from "./reading-thread.js";
import { TableShelf } from "./served-tables.js";
import { addTableRoutes } from "./table-routes.js";

/** The page of some tables. */
export function tablesContent(task: ReadingTask): PageContent {
  return {
    kind: "tables",
    id: task.files.map((file) => resolve(file)).join("\n"),
    open: () => {
      const shelf = new TableShelf(task);
      return { addRoutes: (app) => addTableRoutes(app, shelf), read: Promise.resolve(), close: () => shelf.close() };
    },
  };
}
