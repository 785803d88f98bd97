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

/** Percent as it is typed, in the digits of any keyboard; says itself when it is none. */
export function PercentInput({ label, hint, value, onChange, problem }: PercentInputProps) {
  const words = useMessages("record");
  const isWrong = typedBps(value) === undefined;
  return (
    <TextInput
      label={label}
      description={hint}
      error={isWrong ? words("typed.percent") : problem}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      rightSection={<span aria-hidden>%</span>}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
