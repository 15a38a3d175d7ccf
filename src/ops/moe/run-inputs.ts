import type { Coordinates } from "../../identity/keys.js";
import type { MoeCase } from "./case.js";
import { assignTokens, drawCount } from "./workload/assign.js";
import { logitLevels } from "./workload/logits.js";
import { correctionBias } from "./workload/select.js";

/** What a worker that computes nothing of a case is handed with it; see `callbacks/moe/workload.py`. */
export interface MoeRunInputs {
  /** Router logits of a token: `chosen` [topK] of its experts, best first; `unchosen` [experts] of all others. */
  readonly logits: { readonly chosen: readonly number[]; readonly unchosen: readonly number[] };
  /** [experts]; `null`: the layer has none. */
  readonly correctionBias: readonly number[] | null;
  /** For each point one text a draw: [tokens · topK] expert ids, 16 bits each, little endian, in base64. */
  readonly points: readonly (readonly string[])[];
}

/** Where the tokens of these points of a case go, for a worker in another language. */
export function moeRunInputs(layer: MoeCase, coordinates: readonly Coordinates[]): MoeRunInputs {
  const { chosen, unchosen } = logitLevels(layer);
  const draws = Array.from({ length: drawCount(layer.workload) }, (_, draw) => draw);
  return {
    logits: { chosen: [...chosen], unchosen: [...unchosen] },
    correctionBias: layer.routing.correctionBias ? [...correctionBias(layer.experts)] : null,
    points: coordinates.map(({ tokens = 0 }) =>
      draws.map((draw) => encodeIds(assignTokens(layer, tokens, draw).experts)),
    ),
  };
}

function encodeIds(ids: Int32Array): string {
  const bytes = Buffer.alloc(ids.length * 2);
  for (const [place, id] of ids.entries()) bytes.writeUInt16LE(id, place * 2);
  return bytes.toString("base64");
}
