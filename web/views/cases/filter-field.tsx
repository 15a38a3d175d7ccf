interface FilterFieldProps {
  readonly label?: string;
  readonly example?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Narrows a picture or a table to what matches: the cases with these words in their names, unless its label says else. */
export function FilterField(props: FilterFieldProps) {
  const { label = "Show cases named", example = "e.g. deepseek int4", value, onInput } = props;
  return (
    <label class="filter">
      {label}
      <input
        type="search"
        value={value}
        placeholder={example}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
