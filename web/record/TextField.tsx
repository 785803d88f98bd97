import { Textarea, TextInput } from "@mantine/core";
import type { InputHTMLAttributes, ReactNode } from "react";
import { useField } from "#web/record/useField.tsx";

type TextFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** `code`: identifiers, addresses and figures, which are left-to-right in every language. */
  readonly kind?: "text" | "long" | "code";
  readonly isRequired?: boolean;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  readonly maxLength?: number;
};

/** A text. Empty means null, unless the field is required. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, kind = "text", isRequired = false, inputMode, maxLength } = props;
  const { value, change, input } = useField<string | null>(name);
  const text = value ?? "";
  const shared = {
    ...input,
    label,
    description: hint,
    required: isRequired,
    value: text,
    maxLength,
    // An empty field takes the direction of the language, a filled one that of its text. The kit would give `dir` to
    // the box around the input, where "auto" finds no text.
    attributes: { input: { dir: kind === "code" ? "ltr" : text === "" ? undefined : "auto" } },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change(currentTarget.value === "" && !isRequired ? null : currentTarget.value),
  };
  return kind === "long" ? (
    <Textarea {...shared} autosize minRows={2} maxRows={12} />
  ) : (
    <TextInput {...shared} inputMode={inputMode} autoComplete="off" spellCheck={kind !== "code"} />
  );
}
