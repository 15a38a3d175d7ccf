import { moeCaseSchema } from "../../../ops/moe/case.js";
import { assignTokens, drawCount } from "../../../ops/moe/workload/assign.js";
import type { Series } from "../../../protocol/facts.js";
import type { Callback, Sweep } from "../callback.js";
import { buildLayer, type BuiltLayer, LAYER_PARTS, type LayerParts, preparePass } from "../moe/built-layer.js";
import { RoutingProbe } from "../moe/probe.js";
import { RoutedTokens } from "../moe/routed-tokens.js";
import { doneOutput } from "../tensors.js";
import { HOST_METHOD, takeSamples } from "../timing.js";

type CaseFields = Parameters<Callback>[0];

/** Measures a MoE layer over its sweep of token counts, and releases it on every path. */
export async function moe(layerCase: CaseFields, sweep: Sweep): Promise<void> {
  await measureMoe(layerCase, sweep, LAYER_PARTS);
}

/** `moe` with a layer of other parts. */
export async function measureMoe(layerCase: CaseFields, sweep: Sweep, parts: LayerParts): Promise<void> {
  const built = await buildMoe(layerCase, sweep, parts);
  try {
    await measureSweep(built, sweep);
  } finally {
    await built.session.release();
  }
}

/**
 * Drops its layer without releasing it: what a framework does whose layers outlive their callback. A demonstration of
 * what a leak looks like; its points are never published.
 */
export async function leakyMoe(layerCase: CaseFields, sweep: Sweep): Promise<void> {
  await measureSweep(await buildMoe(layerCase, sweep, LAYER_PARTS), sweep);
}

function buildMoe(layerCase: CaseFields, { bench }: Sweep, parts: LayerParts): Promise<BuiltLayer> {
  const { scratchDir, threads } = bench;
  return buildLayer(moeCaseSchema.parse(layerCase), { scratchDir, threads, parts });
}

async function measureSweep(built: BuiltLayer, sweep: Sweep): Promise<void> {
  const probe = await RoutingProbe.open(built.layer, sweep.bench.threads);
  try {
    for await (const { tokens } of sweep) {
      if (tokens === undefined) throw new Error(`a point of a moe case has the coordinate "tokens"`);
      const series: Series[] = [];
      for (let draw = 0; draw < drawCount(built.layerCase.workload); draw++) {
        const routed = new RoutedTokens(built.layerCase, assignTokens(built.layerCase, tokens, draw));
        series.push({ draw, ...(await measureSeries(built, probe, sweep, routed)) });
      }
      sweep.report({ series, method: HOST_METHOD, kernel: built.kernel, router: built.layer.router });
    }
  } finally {
    await probe.release();
  }
}

async function measureSeries(
  built: BuiltLayer,
  probe: RoutingProbe,
  { timing, bench }: Sweep,
  routed: RoutedTokens,
): Promise<Omit<Series, "draw">> {
  const { feeds, routing } = await preparePass(built, routed);
  const outputs = await doneOutput();
  const samples = await takeSamples(() => built.session.run(feeds, outputs), timing, bench.collections);
  return { ...samples, achievedTokens: await probe.achievedTokens(routing, routed.tokens) };
}
