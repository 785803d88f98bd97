import { Menu, TextInput } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useState } from "react";
import styles from "#demos/todo/web/ListHead.module.css";
import { type DisplayOptions, sorts } from "#demos/todo/web/useShownTodos.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconArrowsSort, IconEye, IconEyeOff, IconSearch, IconSquareCheck, IconX } from "#web/ui/icons.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

type ListHeadProps = {
  readonly title: string;
  readonly openCount: number;
  readonly display: DisplayOptions;
  readonly onDisplay: (display: DisplayOptions) => void;
  /** Of a view in which all are done, or none can be, nothing can be hidden. */
  readonly canHideDone: boolean;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
};

/** What the list shows, how many of it are open, and how it is displayed. */
export function ListHead(props: ListHeadProps) {
  const { title, openCount, display, onDisplay, canHideDone, search, isSelecting, onSelecting } = props;
  const t = useMessages("todo");
  const isPhone = useIsPhone();
  const [isSearching, setSearching] = useState(search !== "");
  const HideIcon = display.hidesDone ? IconEye : IconEyeOff;
  return (
    <header>
      <div className={styles.head}>
        <h1 className={styles.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        <span className={styles.open} aria-live="polite">
          {t("head.open", { count: openCount })}
        </span>
        <span className={styles.gap} />
        {isPhone && (
          <IconButton label={t("head.select")} isPressed={isSelecting} onClick={() => onSelecting(!isSelecting)}>
            <IconSquareCheck size={20} aria-hidden="true" />
          </IconButton>
        )}
        {!isPhone && canHideDone && (
          <button
            type="button"
            className={styles.hide}
            aria-pressed={display.hidesDone}
            onClick={() => onDisplay({ ...display, hidesDone: !display.hidesDone })}
          >
            <HideIcon size={18} aria-hidden="true" />
            <span>{t(display.hidesDone ? "head.showDone" : "head.hideDone")}</span>
          </button>
        )}
        <IconButton
          label={t("head.search")}
          aria-expanded={isSearching || search !== ""}
          onClick={() => setSearching(!isSearching)}
        >
          <IconSearch size={18} aria-hidden="true" />
        </IconButton>
        <SortMenu display={display} onDisplay={onDisplay} />
      </div>
      <SearchField {...props} isShown={isSearching || search !== ""} onHide={() => setSearching(false)} />
    </header>
  );
}

type SearchFieldProps = Pick<ListHeadProps, "search" | "onSearch" | "searchRef"> & {
  readonly isShown: boolean;
  readonly onHide: () => void;
};

/** Always there for the key that jumps into it; not to be seen until it is wanted. */
function SearchField({ search, onSearch, searchRef, isShown, onHide }: SearchFieldProps) {
  const t = useMessages("todo");
  const shell = useMessages();
  const [isFocused, setFocused] = useState(false);
  const handleLeave = () => {
    onSearch("");
    onHide();
    searchRef.current?.blur();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    handleLeave();
  };
  const isVisible = isShown || isFocused;
  return (
    <div className={isVisible ? styles.search : "hidden-visually"}>
      <TextInput
        ref={searchRef}
        type="search"
        aria-label={t("head.search")}
        placeholder={t("head.searchPlaceholder")}
        tabIndex={isVisible ? 0 : -1}
        value={search}
        {...(search === "" ? {} : { dir: "auto" })}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          isVisible && (
            <IconButton size="sm" label={shell("buttons.clear")} onClick={handleLeave}>
              <IconX size={16} aria-hidden="true" />
            </IconButton>
          )
        }
        onChange={(event) => onSearch(event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
}

function SortMenu({ display, onDisplay }: Pick<ListHeadProps, "display" | "onDisplay">) {
  const t = useMessages("todo");
  const choices = <Key extends "by" | "direction">(key: Key, values: readonly DisplayOptions[Key][]) => (
    <Menu.RadioGroup value={display[key]} onChange={(value) => onDisplay({ ...display, [key]: value })}>
      {values.map((value) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick>
          {t(`sort.${value}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t("sort.label")}>
          <IconArrowsSort size={18} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
        <Menu.Label>{t("sort.label")}</Menu.Label>
        {choices("by", sorts)}
        <Menu.Divider />
        {choices("direction", ["asc", "desc"])}
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={display.hidesDone}
          closeMenuOnClick
          onChange={(hidesDone) => onDisplay({ ...display, hidesDone })}
        >
          {t("head.hideDone")}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
