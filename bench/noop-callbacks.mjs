// Callbacks that measure nothing: what is left is the harness itself.

/** Reports each point at once, with one made-up sample. @param {unknown} _layer @param {AsyncIterable<object> & {report(point: object): void}} sweep */
async function noop(_layer, sweep) {
  for await (const _ of sweep) {
    sweep.report({
      series: [{ draw: 0, warmupNs: [], samplesNs: [1_000_000], collectedDuring: [], achievedTokens: null }],
      method: { clock: "host", cache: "warm", iterationsPerSample: 1 },
      kernel: "bench/noop",
      router: null,
    });
  }
}

export const callbacks = { "bench/noop": noop };
