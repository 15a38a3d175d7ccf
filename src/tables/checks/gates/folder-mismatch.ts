import { cellAt } from "../../table.js";
import type { CheckedTable } from "../checked-table.js";
import { cellEvidence } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";

export const folderMismatchGate: Gate = {
  name: "folder-mismatch",
  severity: "error",
  looksFor: "tables whose folders say another version, backend or device than their rows",
  needs: "the folders `<system>/<family>/<backend>/<version>`",
  todo: "move the table to the folder of its rows, or measure again with the version that the folder says",
  find: ({ tables }) => tables.flatMap(findMismatches),
};

/** Libraries of collectives have folders of their own, whichever framework called them. */
const LIBRARY_FOLDERS: ReadonlySet<string> = new Set(["nccl", "oneccl"]);
/** Words of a system's name that its device's name need not have. */
const FORM_FACTORS: ReadonlySet<string> = new Set(["sxm", "pcie", "server", "nvl"]);

function findMismatches(checked: CheckedTable): GateFinding[] {
  const { file, place, table } = checked;
  if (!place || table.rows === 0) return [];
  const [version, framework, device] = ["version", "framework", "device"].map((name) =>
    String(cellAt(table, name, 0) ?? ""),
  );
  const isLibrary = LIBRARY_FOLDERS.has(place.backend);
  const pairs: readonly (readonly [string, string, string, boolean])[] = [
    ["version", place.version, version ?? "", sameVersion(place.version, version ?? "")],
    ["backend", place.backend, framework ?? "", isLibrary || sameBackend(place.backend, framework ?? "")],
    ["system", place.system, device ?? "", sameDevice(place.system, device ?? "")],
  ];
  const evidence = cellEvidence(
    ["", "its folder says", "its rows say"],
    pairs.map(([what, folder, rows, same]) => ({ cells: [what, folder, rows], isBad: !same })),
  );
  return pairs
    .filter(([, , , same]) => !same)
    .map(([what, folder, rows]) => ({
      file,
      scope: { folder: what },
      rows: [],
      says: `its folder says ${what} ${folder}, its rows ${rows === "" ? "nothing" : rows}`,
      excess: 1,
      numbers: {},
      evidence,
    }));
}

/** A build's own suffix (`0.24.0+cu129`) makes no other version. */
function sameVersion(folder: string, rows: string): boolean {
  return rows === folder || rows.startsWith(`${folder}+`);
}

function sameBackend(folder: string, rows: string): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace("tensorrtllm", "trtllm");
  return plain(rows) === plain(folder);
}

function sameDevice(system: string, device: string): boolean {
  const words = system
    .toLowerCase()
    .split("_")
    .filter((word) => !FORM_FACTORS.has(word));
  const name = device.toLowerCase();
  return words.every((word) => name.includes(word));
}
