import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import type { Pickable } from "#web/list/pickable.ts";
import { useEnteredSearch, useTakeEntered } from "#web/list/useEnteredSearch.ts";
import { type PickedRecord, useOffered, usePicked } from "#web/list/usePickedRecords.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import classes from "#web/record/RecordPicker.module.css";
import { useMessages } from "#web/useMessages.ts";

export type RecordPickerProps = Omit<SelectProps, "data" | "value" | "onChange"> & {
  readonly source: Pickable;
  /** An id; null while nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Shown if no record matches the typed text. */
  readonly nothingFound: string;
};

/** One record of another area, found by typing. */
export function RecordPicker({ source, value, onChange, nothingFound, ...rest }: RecordPickerProps) {
  const shellMessages = useMessages();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const picked = usePicked(source, value === null ? [] : [value]);
  // Until the user types, the text is the record's name and not a search.
  const entered = useEnteredSearch(picked.some(({ name }) => name === typed) ? "" : typed);
  const { rows, isWaiting } = useOffered(source, entered.search, isOpen || entered.isEntered);
  const searchProps = useTakeEntered(entered, {
    isWaiting,
    onTake: () => {
      if (!rows[0]) return;
      setOpen(false);
      onChange(rows[0].id);
    },
  });
  const options = [...picked, ...rows.filter(({ id }) => id !== value)];
  const byId = new Map(options.map((option) => [option.id, option]));
  const chosen = value === null ? undefined : byId.get(value);
  return (
    <Select
      {...rest}
      {...searchProps}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      allowDeselect={false}
      clearButtonProps={{ "aria-label": shellMessages("buttons.clear") }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already searched, in every spelling that it normalizes.
      filter={({ options: found }) => found}
      nothingFoundMessage={isWaiting ? "…" : nothingFound}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      leftSection={markOf(chosen)}
      renderOption={({ option }) => {
        const offered = byId.get(option.value);
        return (
          <span className={classes.option}>
            {markOf(offered)}
            <bdi>{option.label}</bdi>
            <bdi className={classes.hint}>{offered?.hint}</bdi>
          </span>
        );
      }}
      onChange={onChange}
    />
  );
}

const markOf = (picked: PickedRecord | undefined) =>
  picked?.logoFileId === undefined ? undefined : (
    <LogoMark id={picked.id} name={picked.name} logoFileId={picked.logoFileId} sizePx={20} />
  );
