import { probit } from "simple-statistics";
import type { Coordinates } from "../identity/keys.js";
import type { Statistics } from "../measure/statistics.js";
import { coordinatesId } from "./case-state.js";
import type { CampaignFold } from "./fold.js";
import type { PointState } from "./point-state.js";

/** Two runs of one layer differ by so much on the calmest machine: a smaller difference is no news. */
const LEAST_TOLERANCE = 0.02;
/** However noisy both are, numbers that differ by more than this are not the same number. */
const MOST_TOLERANCE = 0.1;
/** Chance of calling a set of equal points different, spread over all of them (Bonferroni). */
const FALSE_ALARM = 0.05;
/** Half-widths of 95 % intervals, in standard errors. */
const SIGMAS = probit(1 - 0.05 / 2);
/** Standard error of the median over that of the mean, of normal noise: √(π/2). */
const MEDIAN_OVER_MEAN = Math.sqrt(Math.PI / 2);

/** One point as it was measured before and by the qualification. */
export interface ComparedPoint {
  readonly key: string;
  readonly name: string;
  readonly coordinates: Coordinates;
  readonly olderMs: number;
  readonly qualifiedMs: number;
  /** Relative to the older one. */
  readonly difference: number;
  /** Relative; `null`: one of them has too few samples to tell its noise. */
  readonly tolerance: number | null;
  readonly agrees: boolean;
}

/** Whether older points and those of a qualification agree within their noise. */
export interface Agreement {
  readonly points: readonly ComparedPoint[];
  /** Geometric mean of all ratios, minus 1, and what it may be: a shift of all points shows here first. */
  readonly shift: number;
  readonly shiftTolerance: number;
  readonly agrees: boolean;
}

/** A pair of records of one point. */
export interface PointPair {
  readonly older: PointState;
  readonly qualified: PointState;
}

/**
 * Compares medians in pairs. A point agrees where they differ by no more than their noise allows (both 95 % intervals,
 * widened for the number of points), at least 2 %, at most 10 %; all agree where each does and their mean shift is
 * within its own noise, by the same bounds.
 */
export function agreementOf(fold: CampaignFold, pairs: readonly PointPair[]): Agreement {
  const sigmas = probit(1 - FALSE_ALARM / 2 / Math.max(1, pairs.length));
  const points = pairs.map((pair) => comparedPoint(fold, pair, sigmas));
  const ratios = points.map(({ olderMs, qualifiedMs }) => Math.log(qualifiedMs / olderMs));
  const variance = pairs.reduce((sum, pair) => sum + (errorOf(pair) ?? 0) ** 2, 0);
  const shift = Math.exp(ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, ratios.length)) - 1;
  const shiftTolerance = bounded((SIGMAS * Math.sqrt(variance)) / Math.max(1, pairs.length));
  const agrees = points.length > 0 && points.every((point) => point.agrees) && isWithin(shift, shiftTolerance);
  return { points, shift, shiftTolerance, agrees };
}

function comparedPoint(fold: CampaignFold, pair: PointPair, sigmas: number): ComparedPoint {
  const { case: key, coordinates } = pair.older.record;
  const [olderMs, qualifiedMs] = [pair.older.statistics.medianMs, pair.qualified.statistics.medianMs];
  const error = errorOf(pair);
  const tolerance = error === null ? null : bounded(sigmas * error);
  const difference = qualifiedMs / olderMs - 1;
  const agrees = tolerance !== null && isWithin(difference, tolerance);
  return { key, name: fold.nameOf(key), coordinates, olderMs, qualifiedMs, difference, tolerance, agrees };
}

/** Relative standard error of the ratio of two medians; `null` where one has too few samples. */
function errorOf({ older, qualified }: PointPair): number | null {
  const errors = [older, qualified].map(({ statistics }) => medianError(statistics));
  return errors.reduce<number | null>(
    (sum, error) => (sum === null || error === null ? null : Math.hypot(sum, error)),
    0,
  );
}

function medianError({ medianCi, stdevMs, medianMs, n }: Statistics): number | null {
  if (medianCi !== null) return medianCi / SIGMAS;
  return stdevMs === null ? null : (MEDIAN_OVER_MEAN * stdevMs) / Math.sqrt(n) / medianMs;
}

function bounded(tolerance: number): number {
  return Math.min(MOST_TOLERANCE, Math.max(LEAST_TOLERANCE, tolerance));
}

/** As far below 1 as above it: a third less is as different as half more. */
function isWithin(difference: number, tolerance: number): boolean {
  return Math.abs(Math.log(1 + difference)) <= Math.log(1 + tolerance);
}

/** `moe mixtral-8x7b fp32 tokens=64`. */
export function placeOf({ name, coordinates }: Pick<ComparedPoint, "name" | "coordinates">): string {
  return `${name} ${coordinatesId(coordinates)}`;
}
