import type { Coordinates } from "../identity/keys.js";
import { coordinatesId } from "./case-state.js";
import type { Entry } from "./fold.js";
import type { LinePlace } from "./journal-record.js";
import type { PointState } from "./point-state.js";
import type { SnapshotPoint } from "./snapshot-columns.js";

/** What a snapshot of a journal will hold, gathered while the journal is read or written. */
export class SnapshotLog {
  readonly others: Entry[] = [];
  readonly #points: { readonly place: LinePlace; readonly t: string; readonly point: PointState }[] = [];
  readonly #attempts = new Places<string>();
  readonly #coordinates = new Places<Coordinates>();

  /** @param point what an entry of a point became; `null`: it is another entry, or counts for nothing */
  add(entry: Entry, place: LinePlace | null, point: PointState | null): void {
    if (point === null || place === null) this.others.push(entry);
    else this.#points.push({ place, t: entry.t, point });
  }

  /** The points with their figures, which are worked out now where nobody asked for them before. */
  get points(): SnapshotPoint[] {
    return this.#points.map(({ place, t, point }) => ({
      place,
      timeMs: Date.parse(t),
      attempt: this.#attempts.of(point.record.attempt, point.record.attempt),
      coordinates: this.#coordinates.of(coordinatesId(point.record.coordinates), point.record.coordinates),
      figures: { statistics: point.statistics, flags: point.flags },
    }));
  }

  /** What the points' places of attempts mean; whole once the points were asked for. */
  get attempts(): readonly string[] {
    return this.#attempts.values;
  }

  get coordinates(): readonly Coordinates[] {
    return this.#coordinates.values;
  }
}

/** Values that occur often, each once. */
class Places<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<string, number>();

  of(id: string, value: Value): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    this.#places.set(id, this.values.length);
    return this.values.push(value) - 1;
  }
}
