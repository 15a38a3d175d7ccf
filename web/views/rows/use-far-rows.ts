import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ServedRows } from "../../../src/view/server/tables/messages.js";
import type { RowsQuery, TablesSource } from "../../data/tables-source.js";

/** Rows that are asked for beyond those in sight, so that a little scrolling needs no other question. */
const beyond = 60;

interface FarRows extends ServedRows {
  /** Why there are none. */
  readonly problem: string | null;
}

interface FarRowsOptions {
  readonly source: TablesSource;
  readonly place: number;
  readonly query: RowsQuery;
  readonly onMatching: (rows: number) => void;
}

/** The rows in sight of a table that a server has: the last answer stays until the next one is there. */
export function useFarRows({ source, place, query, onMatching }: FarRowsOptions) {
  const [far, setFar] = useState<FarRows>({ matching: 0, from: 0, rows: [], problem: null });
  const [sight, setSight] = useState({ start: 0, end: 80 });
  const asked = useRef(0);
  const answered = useRef<RowsQuery | null>(null);
  const isHere = answered.current === query && sight.start >= far.from && sight.end <= far.from + far.rows.length;
  useEffect(() => {
    if (isHere && far.problem === null) return;
    const question = (asked.current += 1);
    const from = Math.max(0, sight.start - beyond);
    const take = (answer: FarRows) => {
      // Of questions that overtake each other the last one counts.
      if (question !== asked.current) return;
      answered.current = query;
      setFar(answer);
      onMatching(answer.matching);
    };
    source.rows?.(place, query, from, sight.end - from + beyond).then(
      (rows) => take({ ...rows, problem: null }),
      (error: unknown) => setFar((before) => ({ ...before, problem: String(error) })),
    );
  }, [source, place, query, sight]);
  const onWindow = useCallback((start: number, end: number) => setSight({ start, end: Math.max(end, start + 80) }), []);
  return { far, onWindow };
}
