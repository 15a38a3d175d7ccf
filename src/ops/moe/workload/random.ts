/**
 * A stream of uniform numbers in [0, 1), the same in every language: SplitMix32 (additive constant 0x9E3779B9, the
 * finaliser of MurmurHash3 with the constants 0x21F0AAAD and 0x735A2D97), 32 bits a number.
 */
export function uniformStream(seed: number, draw: number): () => number {
  let state = (mix(seed) ^ mix(draw + 0x6a09e667)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
