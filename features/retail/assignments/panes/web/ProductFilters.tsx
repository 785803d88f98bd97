import { Button, Menu } from "@mantine/core";
import { useMemo, useState } from "react";
import { brands } from "#features/catalogue/brands/contract.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { halalStates } from "#base/halal.ts";
import { stockStatuses } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/panes/web/ProductFilters.module.css";
import { FilterChip } from "#web/list/FilterChip.tsx";
import { type Filter, type FilterValue, readFilter, writeFilter } from "#web/list/filters.ts";
import { useAllowedFilters } from "#web/list/useFilters.ts";
import { pickable } from "#web/list/pickable.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { IconPlus } from "#web/ui/icons.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages, useMessagesOfAny } from "#web/useMessages.ts";

const filterNames = ["halal", "brand", "category", "isBlocked", "isAssigned", "stock"] as const;
type FilterName = (typeof filterNames)[number];

const all = {
  halal: { kind: "choice", name: "halal", codes: halalStates },
  brand: {
    kind: "record",
    name: "brand",
    source: pickable<typeof brands.list>({
      operation: brands.list,
      sort: "name",
      nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
      hintOf: ({ code }) => code,
    }),
  },
  category: {
    kind: "record",
    name: "category",
    source: pickable<typeof categories.list>({
      operation: categories.list,
      sort: "name",
      nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
    }),
  },
  isBlocked: { kind: "flag", name: "isBlocked" },
  isAssigned: { kind: "flag", name: "isAssigned" },
  stock: { kind: "choice", name: "stock", codes: stockStatuses },
} satisfies Readonly<Record<FilterName, Filter<FilterName, MessageKey<"assignments">>>>;

type Values = Partial<Record<FilterName, FilterValue>>;
type Narrowing = {
  readonly search?: string;
  readonly halal?: (typeof halalStates)[number][];
  readonly brand?: string[];
  readonly category?: string[];
  readonly isBlocked?: boolean;
  readonly isAssigned?: boolean;
  readonly stock?: (typeof stockStatuses)[number][];
};

/** The product filters of this screen, stored in the address so that a link and a reload keep them. */
export function useProductFilters() {
  const [search, setSearch] = useSearchParam("search");
  const [text, setText] = useSearchParam("filter");
  return useMemo(() => {
    const values = parse(text);
    const write = (next: Values) =>
      setText(
        Object.entries(next)
          .map(([name, value]) => `${name}:${writeFilter(value)}`)
          .join("~"),
      );
    return {
      filters: { search, values },
      input: { ...(search === "" ? {} : { search }), ...values } as Narrowing,
      change: { search: setSearch, values: write },
    };
  }, [search, text, setSearch, setText]);
}

function parse(text: string): Values {
  const values: Values = {};
  for (const part of text.split("~")) {
    const [name = "", written = ""] = part.split(/:(.*)/s);
    if (!(name in all)) continue;
    const value = readFilter(all[name as FilterName], written);
    if (value !== null) values[name as FilterName] = value;
  }
  return values;
}

const everyFilter: readonly Filter[] = Object.values(all);

type ProductFiltersProps = {
  readonly filters: ReturnType<typeof useProductFilters>["filters"];
  readonly onChange: ReturnType<typeof useProductFilters>["change"];
  readonly names: readonly FilterName[];
};

/** Search, and a chip for each active filter. */
export function ProductFilters({ filters, onChange, names }: ProductFiltersProps) {
  const t = useMessages("assignments");
  const language = useLanguage();
  const anyMessages = useMessagesOfAny("assignments");
  const context = useMemo(() => ({ language, t: anyMessages }), [language, anyMessages]);
  const [added, setAdded] = useState<FilterName | null>(null);
  const { search, values } = filters;
  const allowed = useAllowedFilters(everyFilter);
  const offered = names.filter((name) => allowed.includes(all[name]));
  const shown = offered.filter((name) => name in values || name === added);
  const set = (name: FilterName, value: FilterValue | null) => {
    const { [name]: _, ...others } = values;
    onChange.values(value === null ? others : { ...others, [name]: value });
    setAdded(null);
  };
  return (
    <div className={classes.filters} role="search">
      <div className={classes.search}>
        <SearchBox label={t("search")} value={search} onChange={onChange.search} />
      </div>
      {shown.map((name) => (
        <FilterChip
          key={name}
          filter={all[name]}
          value={values[name] ?? null}
          onChange={(value) => set(name, value)}
          onAbandon={() => setAdded(null)}
          context={context}
        />
      ))}
      {shown.length < offered.length && (
        <Menu position="bottom-start" trapFocus returnFocus>
          <Menu.Target>
            <Button variant="default" size="xs" radius="xl" leftSection={<IconPlus size={14} aria-hidden />}>
              {t("filter")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered
              .filter((name) => !shown.includes(name))
              .map((name) => (
                <Menu.Item key={name} onClick={() => setAdded(name)}>
                  {t(`filters.${name}`)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
