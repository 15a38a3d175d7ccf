import { useRef } from "preact/hooks";

/** The latest value, for what is called later and is not to be made anew for it. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
