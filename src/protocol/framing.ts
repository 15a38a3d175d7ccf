import { z } from "zod";
import { excerpt } from "./line-splitter.js";
import { type Command, commandSchema, PROTOCOL_VERSION, type Report, reportSchema } from "./messages.js";
import { ProtocolError } from "./protocol-error.js";

export { LineSplitter } from "./line-splitter.js";
export { ProtocolError } from "./protocol-error.js";

/**
 * The line that carries a message, newline included.
 * @throws ProtocolError for a number that JSON cannot carry (NaN, Infinity), naming its place.
 */
export function encodeMessage(message: Command | Report): string {
  refuseNonFinite(message, message.kind);
  return `${JSON.stringify(message)}\n`;
}

/** @throws ProtocolError for anything but a command of this version. */
export function parseCommand(line: string): Command {
  return parseMessage(line, commandSchema, COMMAND_KINDS);
}

/** @throws ProtocolError for anything but a report of this version. */
export function parseReport(line: string): Report {
  return parseMessage(line, reportSchema, REPORT_KINDS);
}

const COMMAND_KINDS = commandSchema.options.map((option) => option.shape.kind.value);
const REPORT_KINDS = reportSchema.options.map((option) => option.shape.kind.value);

function parseMessage<Message>(line: string, schema: z.ZodType<Message>, kinds: readonly string[]): Message {
  const value = parseJson(line);
  if (!isObject(value)) throw new ProtocolError("shape", `a message is an object, not ${excerpt(line)}`);
  const { v, kind } = value;
  if (v !== PROTOCOL_VERSION) {
    throw new ProtocolError(
      "version",
      `protocol version ${JSON.stringify(v)}; this program speaks ${PROTOCOL_VERSION}`,
    );
  }
  if (typeof kind !== "string" || !kinds.includes(kind)) {
    throw new ProtocolError("kind", `unknown message kind ${JSON.stringify(kind)}; known: ${kinds.join(", ")}`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProtocolError("shape", `bad "${kind}" message:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new ProtocolError("json", `not JSON (${String(error)}): ${excerpt(line)}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `JSON.stringify` would turn such a number into null without a word. */
function refuseNonFinite(value: object, path: string): void {
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "number" && !Number.isFinite(member)) {
      throw new ProtocolError("json", `${path}.${name} is ${member}, which JSON cannot carry`);
    }
    if (typeof member === "object" && member !== null) refuseNonFinite(member, `${path}.${name}`);
  }
}
