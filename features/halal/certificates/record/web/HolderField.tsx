import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { certificates } from "#features/halal/certificates/contract.ts";
import { useEnteredSearch, useTakeEntered } from "#web/list/useEnteredSearch.ts";
import { useRead } from "#web/operations.ts";
import { useField } from "#web/record/useField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";

const typingMs = 250;

/** The brand or the retailer that holds the certificate; nothing for an external holder. */
export function HolderField() {
  const type = useWatch<CertificateInput, "holderType">({ name: "holderType" });
  if (type === "external") return null;
  return <KnownHolder key={type} type={type} name={type === "brand" ? "holderBrandId" : "holderRetailerId"} />;
}

type KnownHolderProps = { readonly type: "brand" | "retailer"; readonly name: keyof CertificateInput };

function KnownHolder({ type, name }: KnownHolderProps) {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const language = useLanguage();
  const { value, change, input } = useField<string | null>(name);
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const entered = useEnteredSearch(typed);
  const [search] = useDebouncedValue(entered.search, typingMs);
  const chosen = useRead(
    certificates.findHolders,
    { type, ...(value ? { id: value } : {}) },
    { isEnabled: value !== null },
  );
  const current = value === null ? undefined : chosen.data?.rows[0];
  const nameOf = (row: { name: string; nameI18n: Record<string, string> }) => row.nameI18n[language] ?? row.name;
  const isName = current !== undefined && nameOf(current) === search;
  const found = useRead(certificates.findHolders, { type, search: isName ? "" : search }, { keepsPrevious: true });
  const searchProps = useTakeEntered(entered, {
    isWaiting: found.isFetching || search !== entered.search,
    onTake: () => {
      const first = found.data?.rows[0];
      if (!first) return;
      setOpen(false);
      change(first.id);
    },
  });
  const rows = [...(current ? [current] : []), ...(found.data?.rows ?? []).filter(({ id }) => id !== value)];
  return (
    <Select
      {...input}
      {...searchProps}
      label={t(`fields.${name}`)}
      required
      data={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
      value={value}
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched, in every spelling that it folds.
      filter={({ options }) => options}
      nothingFoundMessage={recordMessages("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={change}
    />
  );
}
