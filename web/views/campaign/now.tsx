import type { LiveState } from "../../../src/view/server/messages.js";
import { DeviceTable } from "./device-table.js";
import { RecentTable } from "./recent-table.js";

/** What each device does, and the points that came last. */
export function Now({ live }: { readonly live: LiveState }) {
  return (
    <section class="now">
      <DeviceTable live={live} />
      {live.recent.length === 0 ? null : <RecentTable recent={live.recent} />}
    </section>
  );
}
