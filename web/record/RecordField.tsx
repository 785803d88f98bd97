import type { ReactNode } from "react";
import type { Pickable } from "#web/list/pickable.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type RecordFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly source: Pickable;
  /** A value is required: an empty selection is then the empty string, which the schema rejects, and not null. */
  readonly isRequired?: boolean;
};

/** Selects a record of another area, as a form field. */
export function RecordField({ name, label, hint, source, isRequired = false }: RecordFieldProps) {
  const { value, change, input } = useField<string | null>(name);
  const messages = useMessages("record");
  return (
    <RecordPicker
      {...input}
      label={label}
      description={hint}
      required={isRequired}
      clearable={!isRequired}
      source={source}
      nothingFound={messages("nothingFound")}
      value={value || null}
      onChange={(id) => change(id ?? (isRequired ? "" : null))}
    />
  );
}
