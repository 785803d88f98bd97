import { type ChangeEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import styles from "#web/ui/GrowingField.module.css";

type GrowingFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onCommit: (value: string) => void;
  readonly className?: string | undefined;
  readonly placeholder?: string;
  /** One line of meaning: Enter is done with it, and it cannot be empty. */
  readonly isLine?: boolean;
  readonly fieldRef?: RefObject<HTMLTextAreaElement | null>;
};

/** A pause in typing of this length keeps what was typed. */
const pauseMs = 1000;

/** Text that looks like text until it is touched, as high as what is in it. Keeps itself; Esc takes back what is not kept yet. */
export function GrowingField(props: GrowingFieldProps) {
  const { label, value, maxLength, placeholder, fieldRef, onCommit, className = "", isLine = false } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? value;
  const commit = () => {
    if (draft === null) return;
    const text = isLine ? draft.replace(/\s+/g, " ").trim() : draft;
    if (text !== value && !(isLine && text === "")) onCommit(text);
  };
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => latestCommit.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  // Another record may be opened while this one is being typed, or the page be left.
  useEffect(() => {
    const commitNow = () => latestCommit.current();
    // Before unsent changes are stored for the next page (savedMutations).
    addEventListener("pagehide", commitNow, { capture: true });
    return () => {
      removeEventListener("pagehide", commitNow, { capture: true });
      commitNow();
    };
  }, []);
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setDraft(null);
      // After the draft is gone, so that leaving keeps nothing.
      const { currentTarget } = event;
      requestAnimationFrame(() => currentTarget.blur());
    } else if (event.key === "Enter" && (isLine || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.blur();
    }
  };
  return (
    <div className={`${styles.box} ${className}`} data-line={isLine || undefined} data-text={`${shown} `}>
      <textarea
        ref={fieldRef}
        rows={1}
        dir={shown === "" ? undefined : "auto"}
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={shown}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setDraft(event.target.value)}
        onBlur={() => {
          commit();
          setDraft(null);
        }}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
}
