import { type Document, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { type CampaignFile, campaignFileSchema } from "./campaign-schema.js";
import { CampaignFileInvalid, type Problem } from "./problem.js";
import { fieldName, positionOf } from "./source-position.js";
import { unknownFields } from "./unknown-fields.js";

/** A campaign file as it was read: its values, its text, and where each value stands. */
export interface CampaignSource {
  readonly file: string;
  readonly text: string;
  readonly content: CampaignFile;
  /** Makes a problem of the field at `path`, with its line and column. */
  problemAt(path: readonly PropertyKey[], message: string): Problem;
}

/**
 * Reads the text of a campaign file.
 * @throws CampaignFileInvalid with every mistake of the file, each with line and column.
 */
export function readCampaignFile(text: string, file: string): CampaignSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const syntax = document.errors.map((error): Problem => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { line, column: col, field: "(syntax)", message: error.message };
  });
  if (syntax.length > 0) throw new CampaignFileInvalid(file, syntax);
  const result = campaignFileSchema.safeParse(document.toJS(), { error: unknownFields });
  if (!result.success) {
    const problems = result.error.issues.flatMap((issue) => problemsOfIssue(issue, document, lines));
    throw new CampaignFileInvalid(file, problems.toSorted(byPlace));
  }
  return {
    file,
    text,
    content: result.data,
    problemAt: (path, message) => ({ ...positionOf(document, lines, path), field: fieldName(path), message }),
  };
}

function byPlace(one: Problem, other: Problem): number {
  return one.line - other.line || one.column - other.column;
}

function problemsOfIssue(issue: z.core.$ZodIssue, document: Document, lines: LineCounter): Problem[] {
  if (issue.code === "unrecognized_keys") {
    const messages = issue.message.split("\n");
    return issue.keys.map((key, index) => ({
      ...positionOf(document, lines, issue.path, key),
      field: fieldName([...issue.path, key]),
      message: messages[index] ?? issue.message,
    }));
  }
  const place = { ...positionOf(document, lines, issue.path), field: fieldName(issue.path) };
  return [{ ...place, message: messageOf(issue, document) }];
}

function messageOf(issue: z.core.$ZodIssue, document: Document): string {
  const value: unknown = document.getIn([...issue.path]);
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const shown = isPlain ? ` (here: ${value})` : "";
  if (issue.code === "invalid_type" && value === undefined) return "is missing";
  return `${issue.message}${shown}`;
}
