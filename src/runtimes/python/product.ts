import { fileURLToPath } from "node:url";

/** The folder of the product that holds the package `assay_worker`, its bootstrap and its environments. */
export const pythonFolder = fileURLToPath(new URL("../../../python/", import.meta.url));
