import { TagsInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useField } from "#web/record/useField.tsx";

type WordsFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly max: number;
};

/** Several short texts, such as alternative spellings. Enter or a comma ends one. */
export function WordsField({ name, label, hint, max }: WordsFieldProps) {
  const { value, change, input } = useField<readonly string[]>(name);
  return (
    <TagsInput
      {...input}
      label={label}
      description={hint}
      value={[...value]}
      maxTags={max}
      splitChars={[",", "،", "|", "\n"]}
      dir="auto"
      onChange={change}
    />
  );
}
