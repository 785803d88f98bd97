import { useMemo, useState } from "react";
import { type CatalogueIcon, commonFirst, findIcons } from "#demos/icons/rules.ts";
import { IconDetails } from "#demos/icons/web/IconDetails.tsx";
import { IconGrid } from "#demos/icons/web/IconGrid.tsx";
import classes from "#demos/icons/web/IconCatalogue.module.css";
import { useFavourites } from "#demos/icons/web/useFavourites.ts";
import { formatNumber } from "#web/formats.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconSearch } from "#web/ui/icons.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const sets = ["all", "favourites", "mirrored"] as const;

/** The whole catalogue, a search in two languages, and an icon to look at and copy. */
export function IconCatalogue() {
  const t = useMessages("icons");
  const language = useLanguage();
  const copy = useCopying();
  const [search, setSearch] = useSearchParam("search");
  const [set, setSet] = useSearchParam("show");
  const [chosen, setChosen] = useSearchParam("icon");
  const { names: favourites, toggle } = useFavourites();
  const [active, setActive] = useState<CatalogueIcon | null>(null);
  const icons = useMemo(() => {
    const isShown = ({ name, isMirrored }: CatalogueIcon) =>
      set === "favourites" ? favourites.has(name) : set === "mirrored" ? isMirrored : true;
    return findIcons(commonFirst, search).filter(isShown);
  }, [search, set, favourites]);
  const open = commonFirst.find(({ name }) => name === chosen) ?? null;
  useKeys([
    {
      keys: "c",
      label: t("keys.copy"),
      onKey: () => active && void copy(active.name, t("copy.done", { what: active.name })),
    },
    { keys: "f", label: t("keys.favourite"), onKey: () => active && toggle(active.name) },
  ]);
  const isEmpty = set === "favourites" && favourites.size === 0 ? "favourites" : "title";
  return (
    <>
      <div className={classes.tools} role="search">
        <SearchBox label={t("search")} value={search} onChange={setSearch} />
        <SetChoice chosen={set || "all"} onChoose={(each) => setSet(each === "all" ? "" : each)} />
        <p role="status" className={classes.count}>
          {t("count", { count: icons.length, figure: formatNumber(language, icons.length) })}
        </p>
      </div>
      <div className={classes.layout}>
        {icons.length === 0 ? (
          <EmptyState
            icon={<IconSearch aria-hidden />}
            title={t(isEmpty === "favourites" ? "none.favourites" : "none.title")}
            text={t(isEmpty === "favourites" ? "none.favouritesText" : "none.text")}
          />
        ) : (
          <IconGrid
            icons={icons}
            chosen={open?.name ?? null}
            favourites={favourites}
            onActive={setActive}
            onChoose={(icon) => setChosen(icon.name)}
          />
        )}
        <aside className={classes.details}>
          {open === null ? (
            <p className={classes.hint}>{t("details.empty")}</p>
          ) : (
            <IconDetails
              icon={open}
              isFavourite={favourites.has(open.name)}
              onToggleFavourite={() => toggle(open.name)}
              onClose={() => setChosen("")}
            />
          )}
        </aside>
      </div>
    </>
  );
}

type SetChoiceProps = { readonly chosen: string; readonly onChoose: (set: (typeof sets)[number]) => void };

function SetChoice({ chosen, onChoose }: SetChoiceProps) {
  const t = useMessages("icons");
  return (
    <fieldset className={classes.sets}>
      <legend className="hidden-visually">{t("show")}</legend>
      {sets.map((each) => (
        <button key={each} type="button" aria-pressed={each === chosen} onClick={() => onChoose(each)}>
          {t(each)}
        </button>
      ))}
    </fieldset>
  );
}
