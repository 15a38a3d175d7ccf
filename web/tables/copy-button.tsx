import { useEffect, useState } from "preact/hooks";

interface CopyButtonProps {
  readonly text: () => string | Promise<string>;
  readonly what: string;
  /** Left out: it copies a table as tab-separated text. */
  readonly label?: string;
}

/** Copies something, and says so for a moment. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [state, setState] = useState<"" | "copied" | "not copied">("");
  useEffect(() => {
    if (state === "") return;
    const timer = setTimeout(() => setState(""), 1600);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => void copied(text).then((done) => setState(done ? "copied" : "not copied"));
  return (
    <span class="copy">
      <span role="status">{state}</span>
      <button
        type="button"
        class="quiet"
        onClick={copy}
        aria-label={label === undefined ? `copy TSV of ${what}` : `${label} ${what}`}
        title={label === undefined ? "Copy as tab-separated text" : undefined}
      >
        {label ?? "copy TSV"}
      </button>
    </span>
  );
}

async function copied(made: () => string | Promise<string>): Promise<boolean> {
  try {
    const text = await made();
    // No clipboard without a secure context: a page that was opened through plain http on another host.
    await navigator.clipboard.writeText(text).catch(() => copiedBySelection(text));
    return true;
  } catch {
    return false;
  }
}

function copiedBySelection(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("nothing was copied");
}
