/** What of a config.json is refused: the field, what it holds (`undefined`: it is not there), and why. */
export interface RefusedField {
  readonly field: string;
  readonly value: unknown;
  readonly reason: string;
}

/**
 * A config.json whose layer cannot be told for sure. Nothing is guessed: what is not understood is refused by name.
 * `field`, `value` and `reason` are the facts; the message adds the model and the way out.
 */
export class ModelRefused extends Error implements RefusedField {
  override readonly name = "ModelRefused";
  readonly field: string;
  readonly value: unknown;
  readonly reason: string;

  constructor(
    readonly model: string,
    { field, value, reason }: RefusedField,
  ) {
    const state = value === undefined ? `${field} is missing` : `${field} is ${JSON.stringify(value)}`;
    super(`model ${model}: ${state}: ${reason}. Correct it in the model's config.json, or leave the model out.`);
    this.field = field;
    this.value = value;
    this.reason = reason;
  }
}
