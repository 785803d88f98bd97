import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { commonFirst, findIcons } from "#demos/icons/rules.ts";
import classes from "#demos/icons/web/IconChoices.module.css";
import { IconGrid } from "#demos/icons/web/IconGrid.tsx";
import { useFavourites } from "#demos/icons/web/useFavourites.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type IconChoicesProps = {
  readonly value: string | null;
  readonly fallback: ReactNode;
  readonly onChoose: (name: string | null) => void;
  readonly onLeave: () => void;
};

/** A search over the catalogue, the user's favourites first, and no icon at all. */
export function IconChoices({ value, fallback, onChoose, onLeave }: IconChoicesProps) {
  const t = useMessages("icons");
  const { names: favourites } = useFavourites();
  const [search, setSearch] = useState("");
  const ref = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // It may come after its layer, which focuses what it opens with, and only after the layer noted the focus before it.
    const timer = setTimeout(() => searchRef.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const icons = useMemo(() => {
    const found = findIcons(commonFirst, search);
    const isFavourite = ({ name }: { readonly name: string }) => favourites.has(name);
    return [...found.filter(isFavourite), ...found.filter((icon) => !isFavourite(icon))];
  }, [search, favourites]);
  const handleKeyDown = (event: KeyboardEvent) => {
    // Popover and sheet leave the key to their content where a dialog is around them.
    if (event.key === "Escape") onLeave();
  };
  const handleSearchKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && search !== "" && icons[0]) onChoose(icons[0].name);
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    ref.current?.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')?.focus();
  };
  return (
    // Only Esc, which its content doesn't use.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={ref} className={classes.choices} onKeyDown={handleKeyDown}>
      <input
        ref={searchRef}
        className={classes.search}
        data-mantine-stop-propagation
        dir={search === "" ? undefined : "auto"}
        maxLength={60}
        value={search}
        placeholder={t("picker.search")}
        aria-label={t("search")}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={handleSearchKey}
      />
      {icons.length === 0 ? (
        <p className={classes.none}>{t("none.text")}</p>
      ) : (
        // A new search begins at the top.
        <IconGrid
          key={search}
          isCompact
          icons={icons}
          chosen={value}
          favourites={favourites}
          onChoose={({ name }) => onChoose(name)}
        />
      )}
      <Foot isEmpty={value === null} fallback={fallback} count={icons.length} onEmpty={() => onChoose(null)} />
    </div>
  );
}

type FootProps = Pick<IconChoicesProps, "fallback"> & {
  readonly isEmpty: boolean;
  readonly count: number;
  readonly onEmpty: () => void;
};

function Foot({ isEmpty, fallback, count, onEmpty }: FootProps) {
  const t = useMessages("icons");
  const language = useLanguage();
  return (
    <div className={classes.foot}>
      <button
        type="button"
        className={classes.empty}
        data-mantine-stop-propagation
        aria-pressed={isEmpty}
        onClick={onEmpty}
      >
        {fallback}
        {t("picker.none")}
      </button>
      <span role="status" className={classes.count}>
        {t("count", { count, figure: formatNumber(language, count) })}
      </span>
    </div>
  );
}
