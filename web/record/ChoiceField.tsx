import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { filterBySearch } from "#base/filterBySearch.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

export type Choice = { readonly value: string; readonly label: string };

type ChoiceFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly choices: readonly Choice[];
  /** For long lists. */
  readonly isSearchable?: boolean;
  /** A value is required. */
  readonly isRequired?: boolean;
  /** Called before the field changes, for other fields that depend on it. */
  readonly onChoose?: (value: string | null) => void;
};

/** One of several values. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { name, label, hint, choices, isSearchable = false, isRequired = false, onChoose } = props;
  const { value, change, input } = useField<string | null>(name);
  const messages = useMessages("record");
  const shellMessages = useMessages();
  return (
    <Select
      {...input}
      label={label}
      description={hint}
      data={choices}
      value={value}
      allowDeselect={false}
      clearable={!isRequired}
      clearButtonProps={{ "aria-label": shellMessages("buttons.clear") }}
      searchable={isSearchable}
      filter={({ options, search }) => foundChoices(options as Choice[], search)}
      nothingFoundMessage={messages("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onChange={(next) => {
        onChoose?.(next);
        change(next);
      }}
    />
  );
}

/** Matches any spelling that the search normalizes; a code finds itself. */
export function foundChoices<Each extends Choice>(choices: readonly Each[], search: string): Each[] {
  return filterBySearch(choices, search, ({ label, value }) => `${label} ${value}`);
}
