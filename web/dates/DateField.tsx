import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Day } from "#base/days.ts";
import { CalendarButton } from "#web/dates/CalendarButton.tsx";
import classes from "#web/dates/DateField.module.css";
import { type DayBounds, isWithin } from "#web/dates/parseDay.ts";
import { useDayText } from "#web/dates/useDayText.ts";
import { formatDate, formatHijriDate, formatLongDate } from "#web/formats.ts";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DateFieldProps = Omit<TextInputProps, "value" | "onChange" | "type" | "min" | "max" | "label"> &
  DayBounds & {
    readonly label: string;
    /** `2026-11-20`; text that could not be read, as it was typed; null if empty. */
    readonly value: string | null;
    readonly onChange: (value: string | null) => void;
  };

/**
 * A day: typed, or chosen from a month. It is shown in the reader's format, with its Hijri date below.
 *
 * What cannot be read is passed on as it was typed, so that it stays in a draft and no check takes it for a day or for
 * an empty field. Use `isDay` before counting with the value.
 */
export function DateField({ label, value, onChange, min, max, description, error, onBlur, ...rest }: DateFieldProps) {
  const messages = useMessages();
  const bounds = { min, max };
  const boundsProblem = useBoundsProblem(bounds);
  const { day, read, isTyping, isUnreadable, text, today, ...field } = useDayText({ value, onChange, bounds });
  const { open, ...layer } = useDayLayer();
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" || event.key === "ArrowDown") field.commit();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open(event.currentTarget);
  };
  const ownProblem = isUnreadable ? messages("dates.unreadable") : day !== null && boundsProblem(day);
  return (
    <TextInput
      {...rest}
      label={label}
      type="text"
      // A telephone offers figures; words are typed on a keyboard, and everything else is in the month.
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder={rest.disabled ? "" : messages("dates.placeholder")}
      value={text}
      error={(!isUnreadable && error) || (ownProblem && <FieldProblem>{ownProblem}</FieldProblem>)}
      classNames={{ input: classes.input }}
      description={read === null ? description : <ReadDay day={read} isLong={isTyping} />}
      rightSectionPointerEvents="all"
      rightSection={
        !rest.disabled && (
          <CalendarButton
            {...layer}
            title={label}
            chosen={read}
            today={today}
            bounds={bounds}
            problemOf={boundsProblem}
            onOpen={open}
            onChoose={(chosen) => {
              field.choose(chosen);
              layer.onClose();
            }}
          />
        )
      }
      onChange={({ currentTarget }) => field.typeText(currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        field.commit();
        onBlur?.(event);
      }}
    />
  );
}

/** The day in the other calendar, and while it is typed in both. */
function ReadDay({ day, isLong }: { readonly day: Day; readonly isLong: boolean }) {
  const language = useLanguage();
  return (
    <span aria-live="polite">
      {isLong && `${formatLongDate(language, day)} · `}
      {formatHijriDate(language, day)}
    </span>
  );
}

/** Whether the month is open. It returns the focus to what opened it. */
function useDayLayer() {
  const opener = useRef<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isInPopover, setInPopover] = useState(false);
  return {
    isOpen,
    isInPopover,
    open: (from: HTMLElement) => {
      opener.current = from;
      setInPopover(from.closest(".mantine-Popover-dropdown") !== null);
      setOpen(true);
    },
    onClose: () => {
      setOpen(false);
      opener.current?.focus({ preventScroll: true });
    },
    onLeave: () => setOpen(false),
  };
}

/** Why a day is outside the bounds; null if it is not. */
function useBoundsProblem(bounds: DayBounds) {
  const messages = useMessages();
  const language = useLanguage();
  const { min, max } = bounds;
  return (day: string): string | null => {
    if (isWithin(day, bounds)) return null;
    if (min && max) {
      return messages("dates.between", { from: formatDate(language, min), to: formatDate(language, max) });
    }
    return messages(min ? "dates.tooEarly" : "dates.tooLate", { day: formatDate(language, min ?? max!) });
  };
}
