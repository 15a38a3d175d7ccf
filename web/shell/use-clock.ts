import { useEffect, useState } from "preact/hooks";

/**
 * The time on a server's clock in ms since 1970, second by second.
 * @param serverNow what that clock said when it was last heard of
 */
export function useServerClock(serverNow: string): number {
  const [offsetMs, setOffsetMs] = useState(() => Date.parse(serverNow) - Date.now());
  const [now, setNow] = useState(Date.now());
  useEffect(() => setOffsetMs(Date.parse(serverNow) - Date.now()), [serverNow]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + offsetMs;
}
