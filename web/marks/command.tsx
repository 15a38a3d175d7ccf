import { CopyButton } from "../tables/copy-button.js";

interface CommandProps {
  readonly text: string;
  /** What it does. */
  readonly what: string;
}

/** A command for a shell, with a way to copy it. */
export function Command({ text, what }: CommandProps) {
  return (
    <p class="command">
      <code>{text}</code> <span class="hint">{what}</span>
      <CopyButton text={() => text} what="the command" label="copy" />
    </p>
  );
}
