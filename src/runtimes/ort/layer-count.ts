let alive = 0;
const counted = new WeakSet<object>();
// A registry keeps nothing alive; asking a WeakRef would, until the end of the current task.
const lost = new FinalizationRegistry<null>(() => {
  alive -= 1;
});

/** Native layers that were built in this process and are neither released nor collected. */
export function layersAlive(): number {
  return alive;
}

/** Counts a native layer until it is released or collected; `layer` is the object whose collection frees it. */
export function countLayer(layer: object): void {
  alive += 1;
  counted.add(layer);
  lost.register(layer, null, layer);
}

/** Takes a released layer out of the count. */
export function uncountLayer(layer: object): void {
  if (!counted.delete(layer)) return;
  alive -= 1;
  lost.unregister(layer);
}
