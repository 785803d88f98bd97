import { TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { wordMax } from "#web/list/filters.ts";

type WordEditorProps = {
  readonly title: string;
  readonly word: string;
  /** The error of a word; null if it is valid. */
  readonly problemOf: (word: string) => string | null;
  readonly onChange: (word: string) => void;
};

/** A filter by one word. It applies on Enter, or when the field loses the focus. */
export function WordEditor({ title, word, problemOf, onChange }: WordEditorProps) {
  const [typed, setTyped] = useState(word);
  const [problem, setProblem] = useState<string | null>(null);
  const take = () => {
    const next = typed.trim();
    const found = next === "" ? null : problemOf(next);
    setProblem(found);
    if (found === null && next !== word) onChange(next);
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={handleSubmit}>
      <TextInput
        aria-label={title}
        dir="ltr"
        w={320}
        maw="100%"
        maxLength={wordMax}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        data-autofocus
      />
    </form>
  );
}
