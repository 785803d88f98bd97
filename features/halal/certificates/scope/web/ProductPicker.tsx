import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import { useEnteredSearch, useTakeEntered } from "#web/list/useEnteredSearch.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { LineProduct } from "#features/halal/certificates/scope/contract.ts";

type ProductPickerProps = { readonly onChoose: (product: LineProduct) => void; readonly onClose: () => void };

const typingMs = 250;

/** Any product for a line, by name in any script, code or barcode number. */
export function ProductPicker({ onChoose, onClose }: ProductPickerProps) {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const language = useLanguage();
  const [typed, setTyped] = useState("");
  const entered = useEnteredSearch(typed);
  const wanted = entered.search.trim();
  const [search] = useDebouncedValue(wanted, typingMs);
  const { data, isFetching } = useRead(
    certificates.findProducts,
    { search },
    { isEnabled: search !== "", keepsPrevious: true },
  );
  const rows = search === "" ? [] : (data?.rows ?? []);
  const searchProps = useTakeEntered(entered, {
    isWaiting: isFetching || search !== wanted,
    onTake: () => rows[0] && onChoose(rows[0]),
  });
  return (
    <Select
      {...searchProps}
      mt="xs"
      size="sm"
      aria-label={t("scope.pickLabel")}
      placeholder={t("scope.pickLabel")}
      data={rows.map(({ id, name, nameI18n, brandName }) => ({
        value: id,
        label: `${nameI18n[language] ?? name} · ${brandName}`,
      }))}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={search === "" ? null : isFetching ? "…" : recordMessages("nothingFound")}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
      data-autofocus
      onChange={(id) => {
        const product = rows.find((row) => row.id === id);
        if (product) onChoose(product);
      }}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    />
  );
}
