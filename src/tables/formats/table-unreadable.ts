/** A file that cannot be read as the table that it should be; `reason` is a clause about it. */
export class TableUnreadable extends Error {
  override readonly name = "TableUnreadable";
  constructor(readonly reason: string) {
    super(reason);
  }
}
