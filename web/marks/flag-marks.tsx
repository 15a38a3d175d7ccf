import { flagWord, type Flag } from "../data/flag-words.js";
import { glossaryAddress } from "../shell/route.js";

/** The flags of a point, each with its meaning as a tooltip and a way to the glossary. */
export function FlagMarks({ flags }: { readonly flags: readonly Flag[] }) {
  if (flags.length === 0) return <span class="none">–</span>;
  return (
    <span class="flags">
      {flags.map((flag) => (
        <a key={flag} class="flag" href={glossaryAddress(flag)} title={flagWord(flag).meaning}>
          {flagWord(flag).name}
        </a>
      ))}
    </span>
  );
}
