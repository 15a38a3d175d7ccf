import { significant } from "./number.js";

/** A moment as `2025-10-14 08:12:07 UTC`, so that a report reads the same everywhere. */
export function moment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The time of day of a moment in UTC, for columns whose date stands elsewhere: `08:12:07`. */
export function timeOfDay(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toISOString().slice(11, 19);
}

/** A span of time in its two largest units: `4.31 s`, `2 min 5 s`, `3 h 12 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${significant(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A span of time to the second, for what is only roughly known or still goes on: `7 s`, `2 min 5 s`. */
export function wholeSeconds(seconds: number): string {
  return seconds < 59.5 ? `${Math.round(seconds)} s` : duration(Math.round(seconds));
}

/** Seconds from one moment to another. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}
