import { TextInput, type TextInputProps } from "@mantine/core";

type DayInputProps = Omit<TextInputProps, "value" | "onChange" | "type"> & {
  /** `2026-11-20`; null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
};

/** A day, by the browser's own calendar. */
export const DayInput = ({ value, onChange, ...rest }: DayInputProps) => (
  <TextInput
    {...rest}
    type="date"
    value={value ?? ""}
    onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
  />
);
