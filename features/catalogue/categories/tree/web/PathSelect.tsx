import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { filterBySearch } from "#base/filterBySearch.ts";
import { useMessages } from "#web/useMessages.ts";

type PathSelectProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/** One category by its path; any part of the path finds it. */
export function PathSelect({ label, hint, choices, value, onChange }: PathSelectProps) {
  const t = useMessages("categories");
  return (
    <Select
      label={label}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      allowDeselect={false}
      data-autofocus
      filter={({ options, search }) =>
        filterBySearch(options as { label: string }[], search, ({ label: path }) => path) as typeof options
      }
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
