/** What a message broke: the bytes, the line's length, JSON, the version, the kind or the kind's shape. */
export type ProtocolFault = "encoding" | "length" | "json" | "version" | "kind" | "shape";

/** A message that cannot be sent or was not understood; the text names what was found. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  constructor(
    readonly fault: ProtocolFault,
    message: string,
  ) {
    super(message);
  }
}
