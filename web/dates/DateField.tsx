import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import { isDay } from "#base/days.ts";
import classes from "#web/dates/DateField.module.css";
import { type DayBounds, isWithin, parseDay } from "#web/dates/parseDay.ts";
import { useTyped } from "#web/dates/useTyped.ts";
import { formatDate, formatHijriDate, formatLongDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { IconCalendar } from "#web/ui/icons.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// Loaded when a calendar is first opened: most dates are typed.
const DayLayer = lazy(() => import("#web/dates/DayLayer.tsx").then((module) => ({ default: module.DayLayer })));

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
  const language = useLanguage();
  const { typed, isLeft, type, leave } = useTyped(value);
  const [isOpen, setOpen] = useState(false);
  const [isInPopover, setInPopover] = useState(false);
  const isLoaded = useWasOnce(isOpen);
  const boundsProblem = useBoundsProblem({ min, max });
  const [today] = useState(() => localDay(Date.now()));
  const day = isDay(value) ? value : null;
  const read = typed === null ? day : parseDay(typed, today, { min, max });
  const opener = useRef<HTMLElement | null>(null);
  const open = (from: HTMLElement) => {
    opener.current = from;
    setInPopover(from.closest(".mantine-Popover-dropdown") !== null);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener.current?.focus({ preventScroll: true });
  };
  const change = (next: string | null) => {
    if (next !== value) onChange(next);
  };
  const commit = () => {
    if (typed === null) return;
    const isRead = read !== null || typed.trim() === "";
    change(isRead ? read : typed);
    if (isRead) type(null);
    else leave();
  };
  const handleType = (text: string) => {
    type(text);
    const found = parseDay(text, today, { min, max });
    if (text.trim() === "") change(null);
    // What ends in a whole year is the date that was meant; `23 11 2` is still being typed.
    else if (found !== null && isComplete(text)) change(found);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Before the form is sent.
    if (event.key === "Enter") commit();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    commit();
    open(event.currentTarget);
  };
  const isUnreadable = isLeft || (typed === null && !!value && day === null);
  const ownProblem = isUnreadable ? messages("dates.unreadable") : typed === null && day !== null && boundsProblem(day);
  const problem = (!isUnreadable && error) || (ownProblem && <FieldProblem>{ownProblem}</FieldProblem>);
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
      value={typed ?? (day === null ? (value ?? "") : formatDate(language, day))}
      error={problem}
      classNames={{ input: classes.input }}
      description={
        read === null ? (
          description
        ) : (
          <span aria-live="polite">
            {typed !== null && `${formatLongDate(language, read)} · `}
            {formatHijriDate(language, read)}
          </span>
        )
      }
      rightSectionPointerEvents="all"
      rightSection={
        !rest.disabled && (
          <>
            <button
              type="button"
              className={classes.open}
              aria-label={messages("dates.open")}
              title={messages("dates.open")}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              // The month closes at a press outside it, and a press here closes it anyway.
              onMouseDown={(event) => event.stopPropagation()}
              onTouchStart={(event) => event.stopPropagation()}
              onClick={({ currentTarget }) => (isOpen ? setOpen(false) : open(currentTarget))}
            >
              <IconCalendar size={18} aria-hidden />
            </button>
            {isLoaded && (
              <Suspense>
                <DayLayer
                  title={label}
                  isOpen={isOpen}
                  isInPopover={isInPopover}
                  chosen={read}
                  today={today}
                  bounds={{ min, max }}
                  problemOf={boundsProblem}
                  onClose={close}
                  onLeave={() => setOpen(false)}
                  onChoose={(chosen) => {
                    type(null);
                    change(chosen);
                    close();
                  }}
                />
              </Suspense>
            )}
          </>
        )
      }
      onChange={({ currentTarget }) => handleType(currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        commit();
        onBlur?.(event);
      }}
    />
  );
}

const isComplete = (text: string) => /\d{4}\s*$|^\d{4}\D\d\d\D\d\d$|^\d{8}$/.test(text);

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
