import { useState } from "react";
import { type Day, isDay } from "#base/days.ts";
import { type DayBounds, parseDay } from "#web/dates/parseDay.ts";
import { useTyped } from "#web/dates/useTyped.ts";
import { formatDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useLanguage } from "#web/useMessages.ts";

type DayTextOptions = {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly bounds: DayBounds;
};

/** The text of a date field: what is typed, the day that it is read as, and when that is passed on. */
export function useDayText({ value, onChange, bounds }: DayTextOptions) {
  const language = useLanguage();
  const { typed, isLeft, type, leave } = useTyped(value);
  const [today] = useState(() => localDay(Date.now()));
  const day = isDay(value) ? value : null;
  const read = typed === null ? day : parseDay(typed, today, bounds);
  const change = (next: string | null) => {
    if (next !== value) onChange(next);
  };
  return {
    today,
    /** As it is stored; null while something else is typed. */
    day: typed === null ? day : null,
    read,
    isTyping: typed !== null,
    isUnreadable: isLeft || (typed === null && !!value && day === null),
    text: typed ?? (day === null ? (value ?? "") : formatDate(language, day)),
    typeText: (text: string) => {
      type(text);
      const found = parseDay(text, today, bounds);
      if (text.trim() === "") change(null);
      else if (found !== null && isComplete(text)) change(found);
    },
    /** When the field is left, and before its form is sent. */
    commit: () => {
      if (typed === null) return;
      const isRead = read !== null || typed.trim() === "";
      change(isRead ? read : typed);
      if (isRead) type(null);
      else leave();
    },
    choose: (chosen: Day) => {
      type(null);
      change(chosen);
    },
  };
}

/** What ends in a whole year is the date that was meant; `23 11 2` is still being typed. */
const isComplete = (text: string) => /\d{4}\s*$|^\d{4}\D\d\d\D\d\d$|^\d{8}$/.test(text);
