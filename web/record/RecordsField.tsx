import { MultiSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Pickable } from "#web/list/pickable.ts";
import { useEnteredSearch, useTakeEntered } from "#web/list/useEnteredSearch.ts";
import { useOffered, usePicked } from "#web/list/usePickedRecords.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type RecordsFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly source: Pickable;
};

/** Selects several records of another area, as a form field. Those that the user may not see stay selected. */
export function RecordsField({ name, label, hint, source }: RecordsFieldProps) {
  const { value, change, input } = useField<readonly string[]>(name);
  const messages = useMessages("record");
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const picked = usePicked(source, value);
  const entered = useEnteredSearch(typed);
  const { rows, isWaiting } = useOffered(source, entered.search, isOpen || entered.isEntered);
  const isPicked = new Set(picked.map(({ id }) => id));
  const options = [...picked, ...rows.filter(({ id }) => !isPicked.has(id))];
  const handleChange = (ids: readonly string[]) => change([...value.filter((id) => !isPicked.has(id)), ...ids]);
  const searchProps = useTakeEntered(entered, {
    isWaiting,
    onTake: () => {
      setTyped("");
      const first = rows.find(({ id }) => !isPicked.has(id));
      if (first) handleChange([...isPicked, first.id]);
    },
  });
  return (
    <MultiSelect
      {...input}
      {...searchProps}
      label={label}
      description={hint}
      data={options.map((option) => ({ value: option.id, label: option.name }))}
      value={picked.map(({ id }) => id)}
      searchable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already searched, in every spelling that it normalizes.
      filter={({ options: found }) => found}
      nothingFoundMessage={isWaiting ? "…" : messages("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={handleChange}
    />
  );
}
