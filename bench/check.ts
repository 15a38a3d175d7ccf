// What a check of a folder of tables takes. Run: npm run build && npx tsx bench/check.ts FOLDER
import { useOf } from "./process-use.js";

const [folder = "."] = process.argv.slice(2);
process.stdout.write(`check: ${useOf(["check", folder])}\ncheck --json: ${useOf(["check", folder, "--json"])}\n`);
