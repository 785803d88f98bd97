import { Modal } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { searchMenu, type Suggestion } from "#web/layout/menu.ts";
import styles from "#web/layout/MenuSearch.module.css";
import { MenuSearchField } from "#web/layout/MenuSearchField.tsx";
import { SuggestionList } from "#web/layout/SuggestionList.tsx";
import { useEnglishTitles, useMenu } from "#web/layout/useMenu.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

/** Starts below the toasts, which must not cover the field. */
const topPx = 132;

/** Finds a menu entry by the beginnings of its words, in either language. */
export function MenuSearch({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages("layout");
  useFocusBack(true);
  const navigate = useNavigate();
  const id = useId();
  const isPhone = useIsPhone();
  const menu = useMenu();
  const english = useEnglishTitles();
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  const found = searchMenu(menu, asked, (path) => english.get(path) ?? []);

  const choose = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return;
    onClose();
    void navigate({ to: suggestion.path });
  };
  const handleChange = (value: string) => {
    setAsked(value);
    setAt(0);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === "Enter") choose(found[at]);
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
        <MenuSearchField
          id={id}
          value={asked}
          at={found.length > 0 ? at : null}
          onChange={handleChange}
          onKeyDown={handleKeyDown}
          onClose={onClose}
        />
        <p className="hidden-visually" role="status">
          {asked && (found.length > 0 ? messages("search.found", { count: found.length }) : messages("search.nothing"))}
        </p>
        <SuggestionList id={id} found={found} at={at} onPoint={setAt} onChoose={choose} />
        {asked.trim() !== "" && found.length === 0 && <p className={styles.nothing}>{messages("search.nothing")}</p>}
        <Hints />
      </Modal.Content>
    </Modal.Root>
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
    </p>
  );
}
