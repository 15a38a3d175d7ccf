import { useEffect, useRef } from "preact/hooks";
import { flagWords } from "../../data/flag-words.js";
import { terms } from "./terms.js";

/** What the words of the report mean. */
export function GlossaryView({ term }: { readonly term: string | null }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (term !== null) place.current?.querySelector(`#term-${CSS.escape(term)}`)?.scrollIntoView({ block: "center" });
  }, [term]);
  return (
    <section ref={place} class="glossary">
      <h1 tabIndex={-1}>Glossary</h1>
      <div class="columns">
        <div>
          <h2>Flags: what may be wrong with a number</h2>
          <dl>
            {Object.entries(flagWords).map(([flag, { name, meaning }]) => (
              <div key={flag} id={`term-${flag}`} class={flag === term ? "marked" : ""}>
                <dt>{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2>Words</h2>
          <dl class="glossary-words">
            {terms.map(([name, meaning]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
