/** What cannot be said in aiconfigurator's tables; the message names what can. Nothing was written. */
export class AicRefused extends Error {
  override readonly name = "AicRefused";
}
