import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import type { Operation } from "#base/contract.ts";
import type { RowScope, ScopeKind } from "#base/grants.ts";
import { filterBySearch } from "#base/filterBySearch.ts";
import { useCountryChoices } from "#web/record/useCountryChoices.ts";
import { useEnteredSearch, useTakeEntered } from "#web/list/useEnteredSearch.ts";
import { useRead } from "#web/operations.ts";
import styles from "#web/record/ScopesChoice.module.css";
import { useCan } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** A kind of record that can be a scope, and the list to select it from. */
export type ScopeSource = {
  readonly kind: Exclude<ScopeKind, "country">;
  readonly list: Operation;
  /** The name field of its rows, if it is not `name`. */
  readonly nameField?: string;
};

type ScopesChoiceProps<Scope extends RowScope> = {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: Scope[]) => void;
  readonly sources: readonly ScopeSource[];
  /** The kinds to choose from, if not all. Others are shown while they have a value, so that it can be removed. */
  readonly kinds?: readonly ScopeKind[];
  /** What the scope limits. */
  readonly hint: string;
  readonly error?: ReactNode;
};

/**
 * Selects the scope of a user or an API key: countries, and records by search, as far as the current user may see them.
 */
export function ScopesChoice<Scope extends RowScope>({
  value,
  onChange,
  sources,
  kinds,
  hint,
  error,
}: ScopesChoiceProps<Scope>) {
  const can = useCan();
  const isShown = (kind: ScopeKind) => kinds === undefined || kinds.includes(kind) || targetsOf(kind).length > 0;
  const targetsOf = (kind: ScopeKind) => value.filter((scope) => scope.kind === kind).map(({ target }) => target);
  const handleChange = (kind: ScopeKind) => (targets: readonly string[]) =>
    onChange([
      ...value.filter((scope) => scope.kind !== kind),
      ...targets.map((target) => ({ kind, target }) as Scope),
    ]);
  return (
    <div className={styles.scopes} data-field="scopes">
      {isShown("country") && <CountriesChoice value={targetsOf("country")} onChange={handleChange("country")} />}
      {sources
        .filter(({ kind, list }) => isShown(kind) && can(list))
        .map((source) => (
          <RecordsChoice
            key={source.kind}
            source={source}
            value={targetsOf(source.kind)}
            onChange={handleChange(source.kind)}
          />
        ))}
      <p className={styles.hint}>{hint}</p>
      {error && (
        <div className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

type TargetsProps = { readonly value: readonly string[]; readonly onChange: (targets: string[]) => void };

function CountriesChoice({ value, onChange }: TargetsProps) {
  const t = useMessages("record");
  const choices = useCountryChoices();
  return (
    <MultiSelect
      label={t("scopes.kinds.country")}
      data={choices}
      value={[...value]}
      onChange={onChange}
      searchable
      filter={({ options, search }) =>
        filterBySearch(
          options as { label: string; value: string }[],
          search,
          ({ label, value: code }) => `${label} ${code}`,
        )
      }
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
    />
  );
}

const typingMs = 300;

type NamedRows = { readonly rows: readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[] };

type RecordsChoiceProps = TargetsProps & { readonly source: ScopeSource };

/** Searched on the server, because there may be a hundred thousand. Selected records keep their names. */
function RecordsChoice({ source: { kind, list, nameField = "name" }, value, onChange }: RecordsChoiceProps) {
  const t = useMessages("record");
  const [typed, setTyped] = useState("");
  const entered = useEnteredSearch(typed);
  const wanted = entered.search.trim();
  const [search] = useDebouncedValue(wanted, typingMs);
  const requested = { sort: "name", limit: 25, count: "none" } as const;
  const found = useRead(list, { ...requested, ...(search ? { search } : {}) }, { keepsPrevious: true });
  const chosen = useRead(list, { ...requested, limit: 100, ids: [...value] }, { isEnabled: value.length > 0 });
  const searchProps = useTakeEntered(entered, {
    isWaiting: found.isFetching || search !== wanted,
    onTake: () => {
      setTyped("");
      const first = (found.data as NamedRows | undefined)?.rows.find(({ id }) => !value.includes(id));
      if (first) onChange([...value, first.id]);
    },
  });
  const rows = [chosen.data, found.data].flatMap((page) => (page as NamedRows | undefined)?.rows ?? []);
  const language = useLanguage();
  const names = new Map(rows.map((row) => [row.id, nameIn(row, nameField, language)]));
  const ids = new Set([...value, ...names.keys()]);
  return (
    <MultiSelect
      {...searchProps}
      label={t(`scopes.kinds.${kind}`)}
      data={[...ids].map((id) => ({ value: id, label: names.get(id) ?? t("scopes.unseen") }))}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={260}
    />
  );
}

/** The name in the reader's language, if the record has one. */
function nameIn(row: Readonly<Record<string, unknown>>, nameField: string, language: string): string {
  const translated = row[`${nameField}I18n`] as Readonly<Record<string, string>> | undefined;
  return translated?.[language] ?? String(row[nameField]);
}
