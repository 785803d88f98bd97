import type { ReactNode } from "react";
import { useField } from "#web/record/useField.tsx";
import { RichTextInput } from "#web/richText/RichTextInput.tsx";

type RichTextFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
};

/** Rich text in the surrounding form. Empty means an empty text. */
export function RichTextField({ name, label, hint, isRequired = false }: RichTextFieldProps) {
  const { value, change, input } = useField<string>(name);
  return (
    <RichTextInput {...input} label={label} description={hint} required={isRequired} value={value} onChange={change} />
  );
}
