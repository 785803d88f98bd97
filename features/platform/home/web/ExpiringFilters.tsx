import { useMemo, useState } from "react";
import { countryCodes } from "#base/countries.ts";
import classes from "#features/platform/home/web/ExpiringFilters.module.css";
import { pickBrand } from "#features/platform/home/web/usePickables.ts";
import { countryName } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { FilterChip } from "#web/list/FilterChip.tsx";
import type { Filter } from "#web/list/filters.ts";
import { useAllowedFilters } from "#web/list/useFilters.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { IconPlus } from "#web/ui/icons.ts";
import { useLanguage, useMessages, useMessagesOfAny } from "#web/useMessages.ts";

/** Codes of countries and ids of brands; left out means no filter. */
export type Narrowing = { readonly market?: readonly string[]; readonly brandId?: readonly string[] };
type Name = keyof Narrowing;

const filters = [
  { kind: "choice", name: "market", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
  { kind: "record", name: "brandId", source: pickBrand },
] satisfies readonly Filter<Name, MessageKey<"home">>[];

type ExpiringFiltersProps = { readonly narrowing: Narrowing; readonly onChange: (narrowing: Narrowing) => void };

/** The market and brand filters of the card, like those of a list. */
export function ExpiringFilters({ narrowing, onChange }: ExpiringFiltersProps) {
  const t = useMessages("home");
  const anyMessages = useMessagesOfAny("home");
  const language = useLanguage();
  const context = useMemo<CellContext>(() => ({ language, t: anyMessages }), [language, anyMessages]);
  const [added, setAdded] = useState<Name | null>(null);
  // Active filters are always visible, also if another user of this browser set them.
  const allowed = useAllowedFilters(filters);
  const shown = filters.filter((filter) => allowed.includes(filter) || filter.name in narrowing);
  const change = (name: Name, codes: readonly string[] | null) => {
    const { [name]: _, ...others } = narrowing;
    onChange(codes === null ? others : { ...others, [name]: codes });
    if (name === added) setAdded(null);
  };
  return (
    <div className={classes.filters} role="group" aria-label={t("board.narrow")}>
      {shown.map((filter) =>
        filter.name in narrowing || filter.name === added ? (
          <FilterChip
            key={filter.name}
            filter={filter}
            value={narrowing[filter.name] ?? null}
            onChange={(value) => change(filter.name, value as readonly string[] | null)}
            onAbandon={() => setAdded(null)}
            context={context}
          />
        ) : (
          <button key={filter.name} type="button" className={classes.add} onClick={() => setAdded(filter.name)}>
            <IconPlus size={14} aria-hidden />
            {t(`filters.${filter.name}`)}
          </button>
        ),
      )}
    </div>
  );
}
