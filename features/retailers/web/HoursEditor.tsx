import { Button, MultiSelect, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { addDays, dayOfHijri, hijriOf } from "#base/days.ts";
import { type Season, seasons } from "#base/openingHours.ts";
import { retailerHours, type Span } from "#features/retailers/contract/hours.ts";
import type { Location } from "#features/retailers/contract/locations.ts";
import type { Retailer } from "#features/retailers/contract/records.ts";
import { hoursErrors } from "#features/retailers/rules.ts";
import { DaySpans } from "#features/retailers/web/DaySpans.tsx";
import classes from "#features/retailers/web/HoursEditor.module.css";
import { SeasonDays } from "#features/retailers/web/SeasonDays.tsx";
import { usePart } from "#features/retailers/web/usePart.ts";
import { useWeekdays } from "#features/retailers/web/useWeekdays.ts";
import { formatDate } from "#web/formats.ts";
import { useNow } from "#web/record/useNow.ts";
import { issueText } from "#web/textOf.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type HoursEditorProps = {
  readonly retailer: Retailer;
  readonly version: number;
  readonly location: Location;
  readonly others: readonly Location[];
  readonly spans: readonly Span[];
  readonly isReadOnly: boolean;
};

/** A week of one place, in each season. What is written can be written to other places with it. */
export function HoursEditor({ retailer, version, location, others, spans: kept, isReadOnly }: HoursEditorProps) {
  const t = useWords("retailers");
  const words = useWords("record");
  const { attempt } = usePart();
  const weekdays = useWeekdays();
  const [spans, setSpans] = useState(kept);
  const [season, setSeason] = useState<Season>("regular");
  const [copies, setCopies] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const errors = hoursErrors(spans);
  const isChanged = JSON.stringify(spans) !== JSON.stringify(kept) || copies.length > 0;
  const days = spans.find((span) => span.season === "custom") ?? null;
  const [period, setPeriod] = useState({ validFrom: days?.validFrom ?? null, validTo: days?.validTo ?? null });
  const put = (weekday: number, next: readonly Span[]) =>
    setSpans([...spans.filter((span) => span.season !== season || span.weekday !== weekday), ...next]);
  const spansOf = (weekday: number) => spans.filter((span) => span.season === season && span.weekday === weekday);
  const copyDay = (weekday: number) =>
    setSpans([
      ...spans.filter((span) => span.season !== season),
      ...weekdays.flatMap(({ day }) => spansOf(weekday).map((span) => ({ ...span, weekday: day }))),
    ]);
  const handlePeriod = (next: typeof period) => {
    setPeriod(next);
    setSpans(spans.map((span) => (span.season === "custom" ? { ...span, ...next } : span)));
  };
  const handleSave = async () => {
    setSaving(true);
    const locationIds = [location.id, ...copies];
    await attempt(retailerHours.save, { id: retailer.id, version, locationIds, spans: [...spans] }, t("hours.saved"));
    setSaving(false);
  };
  const blank = {
    season,
    closesNextDay: false,
    ...(season === "custom" ? period : { validFrom: null, validTo: null }),
  };
  const canAdd = season !== "custom" || (period.validFrom !== null && period.validTo !== null);
  return (
    <div className={classes.editor}>
      <SegmentedControl
        value={season}
        onChange={(value) => setSeason(value)}
        data={seasons.map((value) => ({ value, label: t(`season.${value}`) }))}
        aria-label={t("hours.season")}
      />
      {season === "ramadan" && <RamadanDays />}
      {season === "custom" && <SeasonDays period={period} isReadOnly={isReadOnly} onChange={handlePeriod} />}
      <div className={classes.week} role="group" aria-label={t(`season.${season}`)}>
        {weekdays.map(({ day, name }) => (
          <DaySpans
            key={day}
            name={name}
            spans={spansOf(day)}
            errorOf={(span) => {
              const at = spans.indexOf(span);
              const error = errors.find(({ path }) => path.startsWith(`spans.${at}.`));
              return error ? issueText(error) : null;
            }}
            blank={{ ...blank, weekday: day, opens: "09:00", closes: "18:00" }}
            isReadOnly={isReadOnly || !canAdd}
            onChange={(next) => put(day, next)}
            onCopy={() => copyDay(day)}
          />
        ))}
      </div>
      {!isReadOnly && (
        <div className={classes.foot}>
          {others.length > 0 && (
            <MultiSelect
              label={t("hours.copyTo")}
              data={others.map(({ id, name }) => ({ value: id, label: name }))}
              value={copies}
              onChange={setCopies}
              clearable
              maw={420}
            />
          )}
          <span className={classes.buttons}>
            <Button
              variant="default"
              disabled={!isChanged}
              onClick={() => {
                setSpans(kept);
                setCopies([]);
              }}
            >
              {words("discard")}
            </Button>
            <Button disabled={!isChanged || errors.length > 0} loading={isSaving} onClick={() => void handleSave()}>
              {t("hours.save")}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

/** When the hours of Ramadan hold next, or now. */
function RamadanDays() {
  const now = useNow();
  const t = useWords("retailers");
  const language = useLanguage();
  const { year, month } = hijriOf(new Date(now).toISOString().slice(0, 10));
  const next = month > ramadan ? year + 1 : year;
  const from = dayOfHijri({ year: next, month: ramadan, day: 1 });
  const after = dayOfHijri({ year: next, month: ramadan + 1, day: 1 });
  const told = (day: string | null) => (day === null ? "–" : formatDate(language, `${day}T12:00`));
  return (
    <p className={classes.hint}>{t("hours.ramadan", { from: told(from), to: told(after && addDays(after, -1)) })}</p>
  );
}

const ramadan = 9;
