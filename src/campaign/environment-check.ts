import { assayCommand } from "./assay-command.js";
import type { CampaignFold } from "../ledger/fold.js";
import { type Environment, environmentDifferences } from "../provenance/environment.js";

/** The campaign's points were measured with other versions, or on another device. */
export class EnvironmentDiffers extends Error {
  override readonly name = "EnvironmentDiffers";
  constructor(
    device: string,
    /** E.g. `onnxruntime: 1.30.0 then, 1.31.0 now`. */
    readonly differences: readonly string[],
    directory: string,
  ) {
    super(
      `${device} is not what this campaign's points were measured on: ${differences.join("; ")}. Nothing was written. ` +
        `Go back to that environment; or qualify this one (${assayCommand("qualify", directory)}) and resume; or measure in a new folder (--dir).`,
    );
  }
}

/** An environment that a worker found, and whose campaign it is. */
export interface FoundEnvironment {
  readonly device: string;
  readonly environment: Environment;
  readonly directory: string;
}

/**
 * Checks that a worker found the environment in which its device's points were measured, or that was qualified since.
 * @throws EnvironmentDiffers naming both values of all that differs
 */
export function checkEnvironment(
  { provenance }: CampaignFold,
  { device, environment, directory }: FoundEnvironment,
): void {
  const counted = provenance.basis.environmentOf(device);
  if (counted === undefined || counted === environment.hash) return;
  const before = provenance.environments.get(counted ?? "");
  const differences = before
    ? environmentDifferences(before.identity, environment.identity)
    : ["theirs was not recorded"];
  throw new EnvironmentDiffers(device, differences, directory);
}
