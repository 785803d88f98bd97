import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { foundAmong } from "#base/foundAmong.ts";
import { useWords } from "#web/useWords.ts";

type PathSelectProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/** One category by its path; any part of the path finds it. */
export function PathSelect({ label, hint, choices, value, onChange }: PathSelectProps) {
  const t = useWords("categories");
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
        foundAmong(options as { label: string }[], search, ({ label: path }) => path) as typeof options
      }
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
