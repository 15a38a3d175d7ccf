/** Items with the same name together, groups and items in the order in which they came. */
export function groupsOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [item]);
    else known.push(item);
  }
  return [...groups.values()];
}
