import type { TableFacts, TablePublication, TableSource } from "../formats/table-facts.js";
import { MergeRefused } from "./merge-tables.js";

/** The facts that a table carries from place to place; the others follow from its rows. */
export type CarriedFacts = Pick<TableFacts, "statistic" | "publication" | "sources">;

/** Facts of two tables that become one. @throws MergeRefused for an earlier state of a campaign that is there already */
export function mergeFacts(existing: CarriedFacts, incoming: CarriedFacts): CarriedFacts {
  for (const source of incoming.sources)
    checkNotEarlier(
      existing.sources.find(({ id }) => id === source.id),
      source,
    );
  const sources = new Map([...existing.sources, ...incoming.sources].map((source) => [source.id, source] as const));
  const left = [...sources.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return {
    statistic: existing.statistic === incoming.statistic ? incoming.statistic : null,
    publication: combinePublications(left.map(({ publication }) => publication)),
    sources: left,
  };
}

const order: readonly TablePublication["state"][] = ["draft", "unattested", "attested", "final"];

/** A table is as good as the worst of its sources, for the reasons of all. */
export function combinePublications(publications: readonly TablePublication[]): TablePublication {
  const state =
    order.find((candidate) => publications.some((publication) => publication.state === candidate)) ?? "unattested";
  return { state, reasons: [...new Set(publications.flatMap(({ reasons }) => reasons))].sort() };
}

function checkNotEarlier(known: TableSource | undefined, source: TableSource): void {
  if (known?.kind !== "campaign" || source.kind !== "campaign" || known.seal.records <= source.seal.records) return;
  throw new MergeRefused(
    `it holds a later state of the campaign ${source.name} (${known.seal.records} records, not ${source.seal.records})`,
  );
}
