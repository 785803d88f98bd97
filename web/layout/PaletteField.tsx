import type { KeyboardEvent } from "react";
import styles from "#web/layout/CommandPalette.module.css";
import { IconSearch } from "#web/ui/icons.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useMessages } from "#web/useMessages.ts";

const focusAtOnce = (field: HTMLInputElement | null) => field?.focus();

type PaletteFieldProps = {
  readonly id: string;
  readonly value: string;
  /** The suggestion that Enter would open, or null if there is none. */
  readonly at: number | null;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
};

/** The field always keeps the focus; screen readers learn the active suggestion through `aria-activedescendant`. */
export function PaletteField({ id, value, at, onChange, onKeyDown, onClose }: PaletteFieldProps) {
  const messages = useMessages("layout");
  const shell = useMessages();
  return (
    <div className={styles.field}>
      <IconSearch size={20} aria-hidden="true" />
      <input
        data-autofocus
        // Immediately, not after the dialog's transition, because the user may already be typing.
        ref={focusAtOnce}
        className={styles.input}
        role="combobox"
        aria-label={messages("search.title")}
        aria-expanded={at !== null}
        aria-controls={`${id}-list`}
        aria-activedescendant={at === null ? undefined : `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={messages("search.placeholder")}
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
