import { type Coordinates, pointKey } from "../identity/keys.js";
import type { MoeCase } from "../ops/moe/case.js";
import { moeBytes, moeFlop } from "../ops/moe/cost.js";
import { type MoeTableCurve, moeTableCurve } from "../ops/moe/table.js";
import { assignTokens, drawCount, expertCounts } from "../ops/moe/workload/assign.js";
import { type ExpectedRun, expectedRun, type Surroundings } from "./expected-time.js";
import type { PlannedCase } from "./plan.js";

/** Workloads of more token-expert pairs than this are not worked out only to be looked at. */
const MOST_PAIRS = 2 ** 24;

/** How one draw of a point's workload spreads its tokens. */
export interface ExpertCounts {
  readonly draw: number;
  /** Tokens of the expert that gets the fewest, and of the one that gets the most. */
  readonly least: number;
  readonly most: number;
  /** Share of all token-expert pairs that rank 0 has: 1 without expert parallelism. */
  readonly rank0Share: number;
}

/** One point of a case as it would be measured. */
export interface PointDetails {
  readonly key: string;
  readonly coordinates: Coordinates;
  /** A rank's even share in one run: few tokens over many ranks make none. */
  readonly flop: number;
  readonly bytes: number;
  /** One run; `null` where nothing is known of the runtime. */
  readonly expected: ExpectedRun | null;
  /** `null`: too many tokens to work out here. */
  readonly draws: readonly ExpertCounts[] | null;
}

/** All that can be said of a case before it is measured. */
export interface CaseDetails {
  readonly planned: PlannedCase;
  /** What consumers of tables look up, but for the token count; `null`: the rows of its callback say that. */
  readonly table: MoeTableCurve | null;
  readonly points: readonly PointDetails[];
}

/** Works out what `plan --show` says of a case; the workloads of all its points are made for it. */
export function caseDetails(planned: PlannedCase, around: Surroundings): CaseDetails {
  const layer = planned.case;
  if (layer.op !== "moe") return { planned, table: null, points: [] };
  return {
    planned,
    table: moeTableCurve(layer),
    points: planned.coordinates.map((coordinates) => pointDetails(planned, layer, { coordinates, around })),
  };
}

function pointDetails(
  planned: PlannedCase,
  layer: MoeCase,
  { coordinates, around }: { readonly coordinates: Coordinates; readonly around: Surroundings },
): PointDetails {
  const { tokens = 0 } = coordinates;
  return {
    key: pointKey(planned.key, coordinates),
    coordinates,
    flop: moeFlop(layer, tokens),
    bytes: moeBytes(layer, tokens),
    expected: expectedRun(planned, coordinates, around),
    draws: tokens * layer.topK > MOST_PAIRS ? null : drawsOf(layer, tokens),
  };
}

function drawsOf(layer: MoeCase, tokens: number): ExpertCounts[] {
  return Array.from({ length: drawCount(layer.workload) }, (_, draw) => {
    const counts = expertCounts(assignTokens(layer, tokens, draw), layer.experts);
    const local = counts.slice(0, layer.experts / layer.ep).reduce((sum, count) => sum + count, 0);
    return { draw, least: Math.min(...counts), most: Math.max(...counts), rank0Share: local / (tokens * layer.topK) };
  });
}
