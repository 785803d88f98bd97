import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { countryCodes } from "#base/countries.ts";
import type { KeyScope } from "#features/apiKeys/contract.ts";
import classes from "#features/apiKeys/web/ScopesField.module.css";
import { brands } from "#features/brands/contract.ts";
import { countryName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useField } from "#web/record/useField.tsx";
import { useCan } from "#web/session.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

/** What "in its scopes" means for a key: these countries and these brands. */
export function ScopesField() {
  const t = useWords("apiKeys");
  const can = useCan();
  const { value, change, input } = useField<KeyScope[]>("scopes");
  const targetsOf = (kind: KeyScope["kind"]) =>
    value.filter((scope) => scope.kind === kind).map(({ target }) => target);
  const handleChange = (kind: KeyScope["kind"], targets: readonly string[]) =>
    change([...value.filter((scope) => scope.kind !== kind), ...targets.map((target) => ({ kind, target }))]);
  return (
    <div className={classes.scopes} data-field="scopes">
      <CountryScopes value={targetsOf("country")} onChange={(targets) => handleChange("country", targets)} />
      {can(brands.list) && (
        <BrandScopes value={targetsOf("brand")} onChange={(targets) => handleChange("brand", targets)} />
      )}
      <p className={classes.hint}>{t("hints.scopes")}</p>
      {input.error && <div className={classes.error}>{input.error}</div>}
    </div>
  );
}

type TargetsProps = { readonly value: readonly string[]; readonly onChange: (targets: string[]) => void };

function CountryScopes({ value, onChange }: TargetsProps) {
  const t = useWords("apiKeys");
  const language = useLanguage();
  const choices = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return countryCodes
      .map((code) => ({ value: code, label: countryName(language, code) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [language]);
  return (
    <MultiSelect
      label={t("fields.countries")}
      data={choices}
      value={[...value]}
      onChange={onChange}
      searchable
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
    />
  );
}

const typingMs = 300;

/** Searched on the server, where there may be a hundred thousand. Those that are chosen keep their names. */
function BrandScopes({ value, onChange }: TargetsProps) {
  const t = useWords("apiKeys");
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
      label={t("fields.brands")}
      data={[...ids].map((id) => ({ value: id, label: names.get(id) ?? t("brandOf", { id: id.slice(-6) }) }))}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
    />
  );
}
