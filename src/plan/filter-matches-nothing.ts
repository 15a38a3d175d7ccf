import { nearNames } from "../model/near-names.js";

const MOST_LISTED = 20;

/** What there is of one field. */
export interface Offer {
  readonly name: string;
  readonly values: readonly string[];
  readonly there: readonly string[];
}

/** A filter for which there is no case; says what there is. */
export class FilterMatchesNothing extends Error {
  override readonly name = "FilterMatchesNothing";

  /** Some of a field's `values` are not among what is `there`. */
  static ofValues({ name, values, there }: Offer): FilterMatchesNothing {
    const near = nearNames(values[0] ?? "", there, 1);
    const hint = near.length === 0 ? "" : ` (did you mean ${near.join("")}?)`;
    return new FilterMatchesNothing(`no case has --${name} ${values.join(", ")}${hint}; there are: ${list(there)}`);
  }

  /** Each value is there, but not together; `there`: what a field has where all the others hold. */
  static ofAll(offers: readonly Offer[]): FilterMatchesNothing {
    const asked = offers.map(({ name, values }) => `--${name} ${values.join(" or ")}`).join(" and ");
    const lines = offers.map(({ name, there }) => `  with the others, ${name} is: ${list(there)}`);
    return new FilterMatchesNothing([`no case has ${asked}, all at once`, ...lines].join("\n"));
  }
}

function list(values: readonly string[]): string {
  if (values.length === 0) return "nothing";
  const left = values.length - MOST_LISTED;
  return `${values.slice(0, MOST_LISTED).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
