import { Modal } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import styles from "#web/layout/CommandPalette.module.css";
import { activePath, builtItems, type Suggestion, suggestionsOf } from "#web/layout/navigation.ts";
import { searchMenu, suggestionsMax } from "#web/layout/searchMenu.ts";
import { type PaletteAction, usePaletteActions } from "#web/layout/usePaletteActions.ts";
import { PaletteField } from "#web/layout/PaletteField.tsx";
import { SuggestionList } from "#web/layout/SuggestionList.tsx";
import { useFoundRecords } from "#web/layout/useFoundRecords.ts";
import { useIsComing, useMenu } from "#web/layout/useMenu.ts";
import { useOtherTitles } from "#web/layout/useOtherTitles.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Starts below the toasts, which must not cover the field. */
const topPx = 132;

/** Finds menu entries by the beginnings of their words in either language, and below them records. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages("layout");
  useFocusBack(true);
  const navigate = useNavigate();
  const id = useId();
  const isPhone = useIsPhone();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { entries, records, actions, isPending, isEmpty } = useSuggestions(typed);
  const found = [...entries, ...records, ...actions];
  const active = Math.min(at, found.length - 1);
  const isNothing = !isEmpty && !isPending && found.length === 0;

  const choose = (chosen: Suggestion | PaletteAction) => {
    onClose();
    if ("path" in chosen) void navigate({ to: chosen.path });
    else chosen.onChoose();
  };
  const handleChange = (value: string) => {
    setTyped(value);
    setAt(0);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setAt((active + step + found.length) % found.length);
    else if (event.key === "Enter" && found.length > 0) choose(found[active]!);
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={560}
      centered={false}
      fullScreen={isPhone}
      yOffset={isPhone ? 0 : topPx}
      transitionProps={{ duration: 0 }}
      classNames={{ overlay: styles.scrim, content: styles.palette }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={messages("search.title")}>
        <PaletteField
          id={id}
          value={typed}
          at={found.length > 0 ? active : null}
          onChange={handleChange}
          onKeyDown={handleKeyDown}
          onClose={onClose}
        />
        <Outcome count={isEmpty || isPending ? null : found.length} />
        <SuggestionList
          id={id}
          entries={entries}
          records={records}
          actions={actions}
          recordsTitle={messages(isEmpty ? "search.recent" : "search.records")}
          at={active}
          onPoint={setAt}
          onChoose={choose}
        />
        {isNothing && <p className={styles.nothing}>{messages("search.nothing")}</p>}
        <Hints />
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * At most ten suggestions (spec 000 §9): menu entries first, in at least four places, then up to six records. After `>`
 * actions alone, and in an empty field below recent records.
 */
function useSuggestions(typed: string) {
  const isCommand = typed.startsWith(">");
  const actions = usePaletteActions(isCommand ? typed.slice(1) : "");
  const found = useMenuAndRecords(isCommand ? "" : typed);
  if (isCommand) return { ...found, entries: [], records: [], actions, isEmpty: false, isPending: false };
  return { ...found, actions: found.isEmpty ? actions.slice(0, suggestionsMax - found.records.length) : [] };
}

function useMenuAndRecords(typed: string) {
  const language = useLanguage();
  const menu = builtItems(useMenu(), useIsComing());
  const otherTitles = useOtherTitles();
  const found = useFoundRecords(typed);
  const isEmpty = typed.trim() === "";
  const titles = new Map(suggestionsOf(menu).map(({ path, title }) => [path, title]));
  const records = found.records.map(
    ({ url, title, titleI18n, subtitle }): Suggestion => ({
      title: titleI18n[language] ?? title,
      path: url,
      section: titles.get(activePath(menu, url) ?? "") ?? null,
      subtitle,
    }),
  );
  const entries = searchMenu(menu, typed, (path) => otherTitles.get(path) ?? []);
  return { entries: entries.slice(0, suggestionsMax - records.length), records, isPending: found.isPending, isEmpty };
}

/** For screen readers. Null while the outcome is not known. */
function Outcome({ count }: { readonly count: number | null }) {
  const messages = useMessages("layout");
  return (
    <p className="hidden-visually" role="status">
      {count !== null && (count > 0 ? messages("search.found", { count }) : messages("search.nothing"))}
    </p>
  );
}

function Hints() {
  const messages = useMessages("layout");
  return (
    <p className={`${styles.hints} not-on-phone`} aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {messages("search.move")}
      </span>
      <span>
        <Kbd>↵</Kbd> {messages("search.choose")}
      </span>
      <span>
        <Kbd>Esc</Kbd> {messages("search.leave")}
      </span>
      <span>
        <Kbd>{">"}</Kbd> {messages("search.command")}
      </span>
    </p>
  );
}
