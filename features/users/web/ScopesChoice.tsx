import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { countryCodes } from "#base/countries.ts";
import type { RowScope, ScopeKind } from "#base/grants.ts";
import { searchKey } from "#base/searchKey.ts";
import { brands } from "#features/brands/contract.ts";
import classes from "#features/users/web/ScopesChoice.module.css";
import { countryName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

type ScopesChoiceProps = {
  readonly value: readonly RowScope[];
  readonly onChange: (scopes: RowScope[]) => void;
};

/** What somebody is bound to: countries, and brands by search. Retailers and categories come with their areas. */
export function ScopesChoice({ value, onChange }: ScopesChoiceProps) {
  const t = useWords("users");
  const can = useCan();
  const targetsOf = (kind: ScopeKind) => value.filter((scope) => scope.kind === kind).map(({ target }) => target);
  const handleChange = (kind: ScopeKind, targets: readonly string[]) =>
    onChange([...value.filter((scope) => scope.kind !== kind), ...targets.map((target) => ({ kind, target }))]);
  return (
    <div className={classes.scopes} data-field="scopes">
      <CountriesChoice value={targetsOf("country")} onChange={(targets) => handleChange("country", targets)} />
      {can(brands.list) && (
        <BrandsChoice value={targetsOf("brand")} onChange={(targets) => handleChange("brand", targets)} />
      )}
      <p className={classes.hint}>{t("hints.scopes")}</p>
    </div>
  );
}

type TargetsProps = { readonly value: readonly string[]; readonly onChange: (targets: string[]) => void };

function CountriesChoice({ value, onChange }: TargetsProps) {
  const t = useWords("users");
  const language = useLanguage();
  const choices = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return countryCodes
      .map((code) => ({ value: code, label: countryName(language, code) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [language]);
  return (
    <MultiSelect
      label={t("scopeKinds.country")}
      data={choices}
      value={[...value]}
      onChange={onChange}
      searchable
      filter={({ options, search }) =>
        (options as { label: string; value: string }[]).filter(({ label, value: code }) =>
          ` ${searchKey(`${label} ${code}`)}`.includes(` ${searchKey(search)}`),
        )
      }
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
    />
  );
}

const typingMs = 300;

/** Searched on the server, where there may be a hundred thousand. Those that are chosen keep their names. */
function BrandsChoice({ value, onChange }: TargetsProps) {
  const t = useWords("users");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const asked = { sort: "name", limit: 25, count: "none" } as const;
  const found = useRead(brands.list, { ...asked, ...(search ? { search } : {}) }, { keepsPrevious: true });
  const chosen = useRead(brands.list, { ...asked, limit: 100, ids: [...value] }, { isEnabled: value.length > 0 });
  const rows = [...(chosen.data?.rows ?? []), ...(found.data?.rows ?? [])];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const ids = new Set([...value, ...names.keys()]);
  return (
    <MultiSelect
      label={t("scopeKinds.brand")}
      data={[...ids].map((id) => ({ value: id, label: names.get(id) ?? t("unseenScope") }))}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What the server found is found.
      filter={({ options }) => options}
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
    />
  );
}
