import type { Gate } from "../gate.js";
import { badValueGate } from "./bad-value.js";
import { balancedSlowerGate } from "./balanced-slower.js";
import { coldFirstPointGate } from "./cold-first-point.js";
import { duplicateKeysGate } from "./duplicate-keys.js";
import { fallGate } from "./fall.js";
import { fasterThanArithmeticGate, fasterThanMemoryGate } from "./faster-than-bound.js";
import { folderMismatchGate } from "./folder-mismatch.js";
import { gridHoleGate } from "./grid-hole.js";
import { launchBoundGate } from "./launch-bound.js";
import { mixedIdentityGate } from "./mixed-identity.js";
import { outlierGate } from "./outlier.js";
import { parallelScalingGate } from "./parallel-scaling.js";
import { spikeGate } from "./spike.js";
import { schemaGate, unreadableGate } from "./unusable.js";

/** All gates, in the order in which their findings are told within a severity. */
export const gates: readonly Gate[] = [
  unreadableGate,
  schemaGate,
  badValueGate,
  mixedIdentityGate,
  folderMismatchGate,
  duplicateKeysGate,
  spikeGate,
  fasterThanArithmeticGate,
  fasterThanMemoryGate,
  launchBoundGate,
  parallelScalingGate,
  balancedSlowerGate,
  outlierGate,
  coldFirstPointGate,
  fallGate,
  gridHoleGate,
];
