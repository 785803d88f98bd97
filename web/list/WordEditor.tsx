import { TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { wordMax } from "#web/list/filters.ts";

type WordEditorProps = {
  readonly title: string;
  readonly word: string;
  /** What is wrong with a word; null when nothing is. */
  readonly problemOf: (word: string) => string | null;
  readonly onChange: (word: string) => void;
};

/** One word, taken when it is whole: at Enter, or when the field is left. */
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
