/** How much a finding matters: an `error` is a wrong table, a `warning` a doubtful number, a `notice` worth knowing. */
export const severities = ["error", "warning", "notice"] as const;
export type Severity = (typeof severities)[number];

/** A latency that a finding rests on. */
export interface EvidencePoint {
  readonly size: number;
  readonly latencyMs: number;
}

/** What a finding rests on. */
export type Evidence = CurveEvidence | CellEvidence;

/** Curves that a finding rests on: the one that it is about, and others to compare it with. */
export interface CurveEvidence {
  readonly kind: "curve";
  /** What grows along the curves, e.g. `num_tokens`. */
  readonly axis: string;
  readonly points: readonly EvidencePoint[];
  /** Places in `points` that are meant. */
  readonly bad: readonly number[];
  readonly others: readonly { readonly label: string; readonly points: readonly EvidencePoint[] }[];
}

/** Cells that a finding rests on, as a small table. */
export interface CellEvidence {
  readonly kind: "cells";
  readonly columns: readonly string[];
  /** [rows][columns] */
  readonly rows: readonly (readonly (string | number)[])[];
  /** [rows] whether the row is one that is meant */
  readonly bad: readonly boolean[];
}

/** What a gate found. One bad curve is one finding, however many of its points are bad. */
export interface Finding {
  readonly gate: string;
  readonly severity: Severity;
  readonly file: string;
  /** The cells that tell where, e.g. `{ gemm_dtype: "fp8_block", n: 5120, k: 2560 }`. */
  readonly scope: Readonly<Record<string, string | number>>;
  /** Rows of the file that are meant, from 1; at most `MAX_ROWS` of them. */
  readonly rows: readonly number[];
  /** One sentence: what is wrong, with its numbers. */
  readonly says: string;
  /** How far beyond its threshold it is, as a ratio over 1: what findings of a gate are ranked by. */
  readonly excess: number;
  readonly numbers: Readonly<Record<string, number>>;
  readonly evidence: Evidence | null;
}

/** More rows than these are counted, not listed. */
export const MAX_ROWS = 50;
