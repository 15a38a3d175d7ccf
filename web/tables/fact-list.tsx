import { CopyButton } from "./copy-button.js";
import { toTsv } from "./tsv.js";

type Fact = readonly [label: string, value: string];

interface FactListProps {
  readonly caption: string;
  readonly facts: readonly Fact[];
}

const columns = [
  { title: "name", value: ([label]: Fact) => label },
  { title: "value", value: ([, value]: Fact) => value },
];

/** Labelled facts, in as many columns as fit. */
export function FactList({ caption, facts }: FactListProps) {
  return (
    <div class="table-place fact-place">
      <div class="table-head">
        <h2>{caption}</h2>
        <CopyButton what={caption} text={() => toTsv(columns, facts)} />
      </div>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
