import type { KeyboardEvent } from "react";
import styles from "#web/layout/MenuSearch.module.css";
import { IconSearch } from "#web/ui/icons.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useMessages } from "#web/useMessages.ts";

const focusAtOnce = (field: HTMLInputElement | null) => field?.focus();

type MenuSearchFieldProps = {
  readonly id: string;
  readonly value: string;
  /** Which suggestion Enter would open, or null when there is none. */
  readonly at: number | null;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
};

/** The field keeps the focus all the time; the suggestion it points at is told to screen readers as its descendant. */
export function MenuSearchField({ id, value, at, onChange, onKeyDown, onClose }: MenuSearchFieldProps) {
  const words = useMessages("layout");
  const shell = useMessages();
  return (
    <div className={styles.field}>
      <IconSearch size={20} aria-hidden="true" />
      <input
        data-autofocus
        // At once, not after the layer's transition: whoever pressed the keys types on.
        ref={focusAtOnce}
        className={styles.input}
        role="combobox"
        aria-label={words("search.title")}
        aria-expanded={at !== null}
        aria-controls={`${id}-list`}
        aria-activedescendant={at === null ? undefined : `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={words("search.placeholder")}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className={styles.close} onClick={onClose} aria-label={shell("buttons.close")}>
        <Kbd>Esc</Kbd>
      </button>
    </div>
  );
}
