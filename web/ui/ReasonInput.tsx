import { Textarea, type TextareaProps } from "@mantine/core";

type ReasonInputProps = Omit<TextareaProps, "value" | "onChange"> & {
  readonly value: string;
  readonly onChange: (reason: string) => void;
};

/** The reason for a change: required. The text direction follows the input. */
export const ReasonInput = ({ value, onChange, ...rest }: ReasonInputProps) => (
  <Textarea
    required
    autosize
    minRows={2}
    dir={value === "" ? undefined : "auto"}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...rest}
  />
);
