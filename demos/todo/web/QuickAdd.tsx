import { type SubmitEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useId, useMemo } from "react";
import type { Clock } from "#demos/todo/rules.ts";
import { parseQuickAdd, type QuickAddToken } from "#demos/todo/rules/quickAdd.ts";
import styles from "#demos/todo/web/QuickAdd.module.css";
import { type Suggestion, useSuggestions } from "#demos/todo/web/useSuggestions.ts";
import { useLineDraft } from "#demos/todo/web/useLineDraft.ts";
import { useNewTodo } from "#demos/todo/web/useNewTodo.ts";
import type { NewTodo, Overview } from "#demos/todo/web/useTodos.ts";
import type { View } from "#demos/todo/rules.ts";
import { IconPlus } from "#web/ui/icons.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

const QuickAddPreview = lazy(() =>
  import("#demos/todo/web/QuickAddPreview.tsx").then((module) => ({ default: module.QuickAddPreview })),
);

type QuickAddProps = {
  readonly overview: Overview;
  readonly view: View;
  readonly clock: Clock;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  readonly onAdd: (todo: NewTodo, onRefused: () => void) => void;
  /** Esc leaves the field for the list. */
  readonly onLeave: () => void;
};

/** One line that becomes a to-do. What is recognised in it is marked while it is typed, and explained below. */
export function QuickAdd({ overview, view, clock, fieldRef, onAdd, onLeave }: QuickAddProps) {
  const t = useMessages("todo");
  const isPhone = useIsPhone();
  const id = useId();
  const { line: text, write: setText, giveBack } = useLineDraft();
  const read = useMemo(() => parseQuickAdd(text, clock), [text, clock]);
  const newTodo = useNewTodo(overview, view, clock);
  const suggestions = useSuggestions({ fieldRef, text, setText, overview });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (read.title === "") return;
    onAdd(newTodo(read), () => giveBack(text));
    setText("");
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (suggestions.handleKey(event) || event.key !== "Escape") return;
    event.stopPropagation();
    if (text === "") onLeave();
    else setText("");
  };
  const { list, activeIndex } = suggestions;
  return (
    <form className={`${styles.form} not-on-paper`} onSubmit={handleSubmit}>
      <div className={styles.box}>
        <IconPlus size={18} aria-hidden="true" className={styles.plus} />
        <div className={styles.field}>
          <MarkedText text={text} tokens={read.tokens} />
          <input
            ref={fieldRef}
            className={styles.input}
            dir={text === "" ? undefined : "auto"}
            value={text}
            maxLength={600}
            placeholder={t(isPhone ? "quickAdd.placeholderShort" : "quickAdd.placeholder")}
            aria-label={t("quickAdd.label")}
            aria-describedby={`${id}-reading`}
            role="combobox"
            aria-expanded={list.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={list.length > 0 ? `${id}-${activeIndex}` : undefined}
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => setText(event.target.value)}
            onSelect={suggestions.handleCaret}
            onBlur={suggestions.hide}
            onKeyDown={handleKeyDown}
            onScroll={keepMarksUnderText}
          />
        </div>
        <button type="submit" className={styles.add} disabled={read.title === ""}>
          {t("quickAdd.add")}
        </button>
      </div>
      {list.length > 0 && <Suggestions id={id} list={list} activeIndex={activeIndex} onChoose={suggestions.choose} />}
      <div id={`${id}-reading`} aria-live="polite" className={styles.reading}>
        <Suspense fallback={null}>
          {read.tokens.length > 0 && <QuickAddPreview read={read} overview={overview} clock={clock} />}
        </Suspense>
      </div>
    </form>
  );
}

/** The same text under the field's, which is transparent: a field can mark nothing. */
function MarkedText({ text, tokens }: { readonly text: string; readonly tokens: readonly QuickAddToken[] }) {
  const parts = tokens.flatMap((token, index) => {
    const before = text.slice(tokens[index - 1]?.end ?? 0, token.start);
    return [before, <mark key={token.start}>{text.slice(token.start, token.end)}</mark>];
  });
  return (
    <div className={styles.marked} dir="auto" aria-hidden="true">
      {parts}
      {text.slice(tokens.at(-1)?.end ?? 0)}
    </div>
  );
}

function keepMarksUnderText({ currentTarget }: { readonly currentTarget: HTMLInputElement }) {
  const marked = currentTarget.previousElementSibling;
  if (marked) marked.scrollLeft = currentTarget.scrollLeft;
}

type SuggestionsProps = {
  readonly id: string;
  readonly list: readonly Suggestion[];
  readonly activeIndex: number;
  readonly onChoose: (suggestion: Suggestion) => void;
};

function Suggestions({ id, list, activeIndex, onChoose }: SuggestionsProps) {
  const t = useMessages("todo");
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={t("quickAdd.suggestions")} className={styles.suggestions}>
      {list.map((suggestion, index) => (
        <li
          key={suggestion.word}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          // Before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(suggestion);
          }}
        >
          <bdi>{suggestion.title}</bdi>
          {suggestion.isNew && <span className={styles.new}>{t("quickAdd.new")}</span>}
        </li>
      ))}
    </ul>
  );
}
