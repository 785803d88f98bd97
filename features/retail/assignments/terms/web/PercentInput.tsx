import { TextInput } from "@mantine/core";
import { typedBps } from "#web/record/typedFigures.ts";
import { useMessages } from "#web/useMessages.ts";

type PercentInputProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | null;
};

/** A percentage as typed, in digits of any script; shows an error itself if it is invalid. */
export function PercentInput({ label, hint, value, onChange, problem }: PercentInputProps) {
  const messages = useMessages("record");
  const isWrong = typedBps(value) === undefined;
  return (
    <TextInput
      label={label}
      description={hint}
      error={isWrong ? messages("typed.percent") : problem}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      rightSection={<span aria-hidden>%</span>}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
