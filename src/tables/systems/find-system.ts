import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { placeOf } from "../place.js";
import { cellAt, type Table } from "../table.js";
import { knownSystem } from "./known-systems.js";
import { readSystem, type System } from "./system.js";

/** Peaks of a table's device: from the `<system>.yaml` beside its folders or above them, else by the device's name. */
export function systemOf(file: string, table: Table): System | null {
  const place = placeOf(file);
  const written = place && findSystemFile(resolve(file), place.system);
  const device = cellAt(table, "device", 0);
  return written ?? (typeof device === "string" ? knownSystem(device) : null);
}

/** The file lies beside the system's folder (`<root>/<system>`) or one above (`<root>/data/<system>`). */
function findSystemFile(file: string, system: string): System | null {
  const beside = dirname(dirname(dirname(dirname(dirname(file)))));
  for (const folder of [beside, dirname(beside)]) {
    const path = join(folder, `${system}.yaml`);
    const found = existsSync(path) ? readSystem(readFileSync(path, "utf8"), system) : null;
    if (found) return found;
  }
  return null;
}
