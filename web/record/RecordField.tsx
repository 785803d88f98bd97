import { Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Pickable } from "#web/list/pickable.ts";
import { useOffered, usePicked } from "#web/list/usePicking.ts";
import classes from "#web/record/RecordField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useWords } from "#web/useWords.ts";

type RecordFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly source: Pickable;
  /** Something must be chosen: empty is an empty text, as the schema tells it then, and not null. */
  readonly isRequired?: boolean;
};

/** A record of another area, searched for by typing. */
export function RecordField({ name, label, hint, source, isRequired = false }: RecordFieldProps) {
  const { value, change, input } = useField<string | null>(name);
  const words = useWords("record");
  const shellWords = useWords();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const picked = usePicked(source, value ? [value] : []);
  // What stands in the field is its name and no search, until something is typed.
  const { rows, isWaiting } = useOffered(source, picked.some((each) => each.name === typed) ? "" : typed, isOpen);
  const options = [...picked, ...rows.filter(({ id }) => id !== value)];
  const hints = new Map(options.map((option) => [option.id, option.hint]));
  return (
    <Select
      {...input}
      label={label}
      description={hint}
      required={isRequired}
      data={options.map((option) => ({ value: option.id, label: option.name }))}
      value={value || null}
      allowDeselect={false}
      clearable={!isRequired}
      clearButtonProps={{ "aria-label": shellWords("buttons.clear") }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched, in every spelling that it folds.
      filter={({ options: found }) => found}
      nothingFoundMessage={isWaiting ? "…" : words("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi>{option.label}</bdi>
          <bdi className={classes.hint}>{hints.get(option.value)}</bdi>
        </span>
      )}
      onChange={(next) => change(next ?? (isRequired ? "" : null))}
    />
  );
}
