import { type KeyboardEvent, type RefObject, type SyntheticEvent, useMemo, useState } from "react";
import { searchKey } from "#base/searchKey.ts";
import { findByWord } from "#demos/todo/rules.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";

export type Suggestion = {
  readonly title: string;
  /** What is put into the text, with its mark: `#frontend`. */
  readonly word: string;
  readonly isNew: boolean;
};

type Field = {
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly overview: Overview;
};

const suggestionsMax = 6;

/** Labels after `#` and folders after `+`, while the caret is in that word. */
export function useSuggestions({ fieldRef, text, setText, overview }: Field) {
  const titles = useTitles();
  const [caret, setCaret] = useState<number | null>(null);
  const [moved, setMoved] = useState({ word: "", index: 0 });
  const word = caret === null ? "" : (/(?:^|\s)([#+][^\s]*)$/u.exec(text.slice(0, caret))?.[1] ?? "");
  const list = useMemo(() => suggestionsFor(word, overview, titles), [word, overview, titles]);
  const activeIndex = moved.word === word ? Math.min(moved.index, list.length - 1) : 0;
  const choose = (suggestion: Suggestion) => {
    const start = (caret ?? 0) - word.length;
    const before = `${text.slice(0, start)}${suggestion.word} `;
    setText(before + text.slice(caret ?? 0).trimStart());
    setCaret(null);
    // The field has its new text after this rendering.
    requestAnimationFrame(() => fieldRef.current?.setSelectionRange(before.length, before.length));
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const active = list[activeIndex];
    if (active === undefined || event.nativeEvent.isComposing) return false;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setMoved({ word, index: (activeIndex + 1) % list.length }),
      ArrowUp: () => setMoved({ word, index: (activeIndex + list.length - 1) % list.length }),
      Enter: () => choose(active),
      Tab: () => choose(active),
      Escape: () => setCaret(null),
    };
    const action = actions[event.key];
    if (action === undefined) return false;
    event.preventDefault();
    event.stopPropagation();
    action();
    return true;
  };
  return {
    list,
    activeIndex,
    choose,
    /** Answers whether the key was for the list. */
    handleKey,
    handleCaret: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setCaret(currentTarget.selectionStart),
    hide: () => setCaret(null),
  };
}

function suggestionsFor(word: string, overview: Overview, titles: ReturnType<typeof useTitles>): Suggestion[] {
  const mark = word[0];
  if (mark === undefined) return [];
  const rows =
    mark === "#"
      ? overview.labels.map((label) => ({ handle: label.handle, title: titles.label(label) }))
      : overview.folders.filter(({ id }) => id !== 0).map(({ handle, title }) => ({ handle, title }));
  const search = searchKey(word.slice(1));
  const known = rows
    .filter(({ handle, title }) => searchKey(`${title} ${handle}`).includes(search))
    .slice(0, suggestionsMax)
    .map(({ title }) => ({ title, word: `${mark}${wordOf(title)}`, isNew: false }));
  // The word says it all: nothing to choose, and Enter adds the to-do.
  if (findByWord(word.slice(1), rows)) return [];
  const isName = /^(?=.*\p{L})[\p{L}\p{M}\p{N}_-]+$/u.test(word.slice(1));
  const created = { title: word.slice(1).replaceAll(/[-_]/g, " "), word, isNew: true };
  return isName ? [...known, created] : known;
}

const wordOf = (title: string) => title.match(/[\p{L}\p{M}\p{N}_]+/gu)?.join("-") ?? title;
