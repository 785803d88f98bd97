import { Button, MultiSelect, SegmentedControl } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Season, seasons } from "#base/openingHours.ts";
import { isDay } from "#base/days.ts";
import { type RamadanDays, retailerHours, type Span } from "#features/retail/retailers/hours/contract.ts";
import type { Location } from "#features/retail/retailers/locations/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { hoursErrors } from "#features/retail/retailers/hours/rules.ts";
import { DaySpans } from "#features/retail/retailers/hours/web/DaySpans.tsx";
import classes from "#features/retail/retailers/hours/web/HoursEditor.module.css";
import { SeasonDays } from "#features/retail/retailers/hours/web/SeasonDays.tsx";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { useWeekdays } from "#features/retail/retailers/hours/web/useWeekdays.ts";
import { sightings, sightingsEntry } from "#features/halal/sightings/contract.ts";
import { formatDate } from "#web/formats.ts";
import { useCan } from "#web/session.tsx";
import { issueText } from "#web/textOf.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type HoursEditorProps = {
  readonly retailer: Retailer;
  readonly version: number;
  readonly location: Location;
  readonly others: readonly Location[];
  readonly spans: readonly Span[];
  /** What is written over them and not saved yet; null for nothing. It outlives the editor, and what others save meanwhile. */
  readonly typed: readonly Span[] | null;
  readonly onType: (spans: readonly Span[] | null) => void;
  /** From the location's market. Undefined for a location that was added meanwhile. */
  readonly ramadan: RamadanDays | undefined;
  readonly isReadOnly: boolean;
};

/** A week of one place, in each season. What is written can be written to other places with it. */
export function HoursEditor(props: HoursEditorProps) {
  const { retailer, version, location, others, isReadOnly } = props;
  const t = useMessages("retailers");
  const { attempt } = usePartMutations();
  const weekdays = useWeekdays();
  const week = useWeek(props);
  const { spans, season, period } = week;
  const [copies, setCopies] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const errors = hoursErrors(spans);
  const isChanged = props.typed !== null || copies.length > 0;
  const discard = () => {
    week.discard();
    setCopies([]);
  };
  const handleSave = async () => {
    setSaving(true);
    const locationIds = [location.id, ...copies];
    const input = { id: retailer.id, version, locationIds, spans: [...spans] };
    if (await attempt(retailerHours.save, input, t("hours.saved"))) discard();
    setSaving(false);
  };
  const errorOf = (span: Span) => {
    const at = spans.indexOf(span);
    const error = errors.find(({ path }) => path.startsWith(`spans.${at}.`));
    return error ? issueText(error) : null;
  };
  const canAdd = season !== "custom" || (isDay(period.validFrom) && isDay(period.validTo));
  return (
    <div className={classes.editor}>
      <SegmentedControl
        value={season}
        onChange={(value) => week.setSeason(value)}
        data={seasons.map((value) => ({ value, label: t(`season.${value}`) }))}
        aria-label={t("hours.season")}
      />
      {season === "ramadan" && props.ramadan && <RamadanNote days={props.ramadan} />}
      {season === "custom" && <SeasonDays period={period} isReadOnly={isReadOnly} onChange={week.setPeriod} />}
      <div className={classes.week} role="group" aria-label={t(`season.${season}`)}>
        {weekdays.map(({ day, name }) => (
          <DaySpans
            key={day}
            name={name}
            spans={week.spansOf(day)}
            errorOf={errorOf}
            blank={week.blankOn(day)}
            isReadOnly={isReadOnly || !canAdd}
            onChange={(next) => week.put(day, next)}
            onCopy={() => week.copyDay(day)}
          />
        ))}
      </div>
      {!isReadOnly && (
        <HoursFoot
          others={others}
          copies={copies}
          onCopies={setCopies}
          isChanged={isChanged}
          isRight={errors.length === 0}
          isSaving={isSaving}
          onDiscard={discard}
          onSave={() => void handleSave()}
        />
      )}
    </div>
  );
}

type HoursFootProps = {
  readonly others: readonly Location[];
  readonly copies: string[];
  readonly onCopies: (ids: string[]) => void;
  readonly isChanged: boolean;
  readonly isRight: boolean;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
};

/** Where else the hours are written, and the way to do it. */
function HoursFoot({ others, copies, onCopies, isChanged, isRight, isSaving, onDiscard, onSave }: HoursFootProps) {
  const t = useMessages("retailers");
  const recordT = useMessages("record");
  return (
    <div className={classes.foot}>
      {others.length > 0 && (
        <MultiSelect
          label={t("hours.copyTo")}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={copies}
          onChange={onCopies}
          clearable
          maw={420}
        />
      )}
      <span className={classes.buttons}>
        <Button variant="default" disabled={!isChanged} onClick={onDiscard}>
          {recordT("discard")}
        </Button>
        <Button disabled={!isChanged || !isRight} loading={isSaving} onClick={onSave}>
          {t("hours.save")}
        </Button>
      </span>
    </div>
  );
}

type Period = Pick<Span, "validFrom" | "validTo">;
const always: Period = { validFrom: null, validTo: null };

/** The spans of a week as they are edited, one season at a time. Of seasons of one's own those of one period. */
function useWeek({ spans: kept, typed, onType }: Pick<HoursEditorProps, "spans" | "typed" | "onType">) {
  const spans = typed ?? kept;
  const [season, setSeason] = useState<Season>("regular");
  const [chosen, setChosen] = useState<Period | null>(null);
  const { validFrom, validTo } = chosen ?? spans.find((span) => span.season === "custom") ?? always;
  const own: Period = { validFrom, validTo };
  const type = (next: readonly Span[]) => onType(JSON.stringify(next) === JSON.stringify(kept) ? null : next);
  const period = season === "custom" ? own : always;
  const isShown = (span: Span) =>
    span.season === season && span.validFrom === period.validFrom && span.validTo === period.validTo;
  const spansOf = (day: number) => spans.filter((span) => isShown(span) && span.weekday === day);
  return {
    spans,
    season,
    setSeason,
    period: own,
    setPeriod: (next: Period) => {
      setChosen(next);
      type(spans.map((span) => (isShown(span) ? { ...span, ...next } : span)));
    },
    spansOf,
    blankOn: (weekday: number): Span => ({
      weekday,
      opens: "09:00",
      closes: "18:00",
      closesNextDay: false,
      season,
      ...period,
    }),
    put: (day: number, next: readonly Span[]) =>
      type([...spans.filter((span) => !isShown(span) || span.weekday !== day), ...next]),
    copyDay: (day: number) =>
      type([
        ...spans.filter((span) => !isShown(span)),
        ...[0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => spansOf(day).map((span) => ({ ...span, weekday }))),
      ]),
    discard: () => {
      onType(null);
      setChosen(null);
    },
  };
}

/** The days on which Ramadan hours apply, now or next, and whether the market has confirmed the first and last one. */
function RamadanNote({ days }: { readonly days: RamadanDays }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const can = useCan();
  const { firstDay, lastDay, isStartConfirmed, isEndConfirmed } = days;
  const state = isStartConfirmed && isEndConfirmed ? "confirmed" : isStartConfirmed ? "startConfirmed" : "computed";
  return (
    <p className={classes.hint}>
      {t("hours.ramadan", { from: formatDate(language, firstDay), to: formatDate(language, lastDay) })}{" "}
      {t(`hours.ramadanState.${state}`)}{" "}
      {can(sightings.list) && <Link to={sightingsEntry.link}>{t("hours.ramadanMonths")}</Link>}
    </p>
  );
}
