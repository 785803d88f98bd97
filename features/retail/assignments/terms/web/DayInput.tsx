import { TextInput } from "@mantine/core";
import { formatHijriDate } from "#web/formats.ts";
import { useLanguage } from "#web/useMessages.ts";

type DayInputProps = {
  readonly label: string;
  /** The meaning of an empty field. */
  readonly hint: string;
  readonly problem: string | null;
  /** `2026-11-24`, or empty. */
  readonly value: string;
  readonly min?: string;
  readonly onChange: (day: string) => void;
};

/** A day in the browser's own date field, with its Hijri date. */
export function DayInput({ label, hint, problem, value, min, onChange }: DayInputProps) {
  const language = useLanguage();
  return (
    <TextInput
      type="date"
      label={label}
      description={value === "" ? hint : formatHijriDate(language, value)}
      error={problem}
      {...(min ? { min } : {})}
      max="9999-12-31"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
