import { existsSync, readFileSync, statSync } from "node:fs";
import { campaignPaths } from "../campaign/campaign.js";

/** A file or folder that the user named and that is not there, or is no such thing. */
export class InputMissing extends Error {
  override readonly name = "InputMissing";
}

/** The text of a file that the user named. @throws InputMissing */
export function readInput(file: string): string {
  if (!existsSync(file)) throw new InputMissing(`there is no file ${file}`);
  if (!statSync(file).isFile()) throw new InputMissing(`${file} is no file`);
  return readFileSync(file, "utf8");
}

/** The journal of the campaign in `directory`. @throws InputMissing where there is none. */
export function journalIn(directory: string): string {
  const { journal } = campaignPaths(directory);
  if (existsSync(journal)) return journal;
  const what = existsSync(directory)
    ? `${directory} holds no campaign (it has no journal.jsonl)`
    : `there is no folder ${directory}`;
  throw new InputMissing(`${what}; \`assay run FILE --dir ${directory}\` begins one`);
}
