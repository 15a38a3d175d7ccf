interface FilterFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Narrows a picture or a table to the cases whose names match. */
export function FilterField({ value, onInput }: FilterFieldProps) {
  return (
    <label class="filter">
      Show cases named
      <input
        type="search"
        value={value}
        placeholder="e.g. deepseek int4"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
