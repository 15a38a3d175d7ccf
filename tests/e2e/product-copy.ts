import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Ended, startAssay, temporaryFolder } from "./assay.js";

const product = fileURLToPath(new URL("../../", import.meta.url));

/** A copy of the built product, whose modules can be changed. */
export class ProductCopy {
  constructor(readonly folder = join(temporaryFolder(), "product")) {
    for (const part of ["dist", "models", "package.json"])
      cpSync(join(product, part), join(this.folder, part), { recursive: true });
    symlinkSync(join(product, "node_modules"), join(this.folder, "node_modules"));
  }

  /** The command line of the copy. */
  get main(): string {
    return join(this.folder, "dist/cli/main.js");
  }

  /** Runs the copy's command line. */
  assay(...args: readonly string[]): Promise<Ended> {
    return startAssay(args, { main: this.main }).ended;
  }

  /** Adds a line to the end of a file. */
  addLine(path: string, line: string): void {
    const file = join(this.folder, path);
    writeFileSync(file, `${readFileSync(file, "utf8")}\n${line}\n`);
  }
}
