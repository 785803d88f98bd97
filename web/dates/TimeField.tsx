import { TextInput, type TextInputProps } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { addMinutes, isTime, parseTime } from "#web/dates/parseTime.ts";
import { useTyped } from "#web/dates/useTyped.ts";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { useMessages } from "#web/useMessages.ts";

type TimeFieldProps = Omit<TextInputProps, "value" | "onChange" | "type"> & {
  /** `09:30`; text that could not be read, as it was typed; or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const stepMinutes = 15;

/** A time of the day, typed. The arrow keys move it by a quarter of an hour. */
export function TimeField({ value, onChange, error, onBlur, ...rest }: TimeFieldProps) {
  const messages = useMessages();
  const { typed, isLeft, type, leave } = useTyped(value);
  const change = (next: string) => {
    if (next !== value) onChange(next);
  };
  const commit = () => {
    if (typed === null) return;
    const time = parseTime(typed);
    change(time ?? typed.trim());
    if (time !== null || typed.trim() === "") type(null);
    else leave();
  };
  const handleType = (text: string) => {
    type(text);
    if (text.trim() === "") change("");
    // `1` may become `10:30`, and `1030` will not.
    else if (/\d{2}$/.test(text) && /\d\D?\d{2}$/.test(text)) change(parseTime(text) ?? value);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    const step = event.key === "ArrowUp" ? stepMinutes : event.key === "ArrowDown" ? -stepMinutes : 0;
    const from = typed === null ? value : parseTime(typed);
    if (step === 0 || from === null || !isTime(from)) return;
    event.preventDefault();
    type(null);
    change(addMinutes(from, step));
  };
  const isUnreadable = isLeft || (typed === null && value !== "" && !isTime(value));
  return (
    <TextInput
      {...rest}
      type="text"
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder={rest.disabled ? "" : "09:30"}
      value={typed ?? value}
      error={error || (isUnreadable && <FieldProblem>{messages("dates.unreadableTime")}</FieldProblem>)}
      onChange={({ currentTarget }) => handleType(currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        commit();
        onBlur?.(event);
      }}
    />
  );
}
