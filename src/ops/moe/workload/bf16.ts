const word = new DataView(new ArrayBuffer(4));

/** The number whose bfloat16 bits these are. */
export function bf16FromBits(bits: number): number {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

/** The nearest bfloat16 number, ties to even. NaN is not expected. */
export function roundToBf16(value: number): number {
  word.setFloat32(0, value);
  const bits = word.getUint32(0);
  return bf16FromBits(((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff);
}
