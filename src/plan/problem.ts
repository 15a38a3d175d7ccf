/** One mistake of an input, with the place where it stands. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  /** Path of the field, e.g. `cases[0].tokens`. */
  readonly field: string;
  readonly message: string;
}

/** A campaign file that cannot be planned; carries every mistake, not only the first. */
export class CampaignFileInvalid extends Error {
  override readonly name = "CampaignFileInvalid";
  constructor(
    readonly file: string,
    readonly problems: readonly Problem[],
  ) {
    super(
      [
        `${file} has ${problems.length === 1 ? "a mistake" : `${problems.length} mistakes`}:`,
        ...problems.map(({ line, column, field, message }) => `  ${file}:${line}:${column}  ${field}: ${message}`),
      ].join("\n"),
    );
  }
}
