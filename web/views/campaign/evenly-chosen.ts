/** At most so many items, at equal distances through the list. */
export function evenlyChosen<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]).flatMap(
    (item) => item ?? [],
  );
}
