import { TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { wordMax } from "#web/list/filters.ts";

type WordEditorProps = {
  readonly title: string;
  readonly word: string;
  readonly onChange: (word: string) => void;
};

/** One word, taken when it is whole: at Enter, or when the field is left. */
export function WordEditor({ title, word, onChange }: WordEditorProps) {
  const [typed, setTyped] = useState(word);
  const take = () => {
    if (typed.trim() !== word) onChange(typed.trim());
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
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        data-autofocus
      />
    </form>
  );
}
