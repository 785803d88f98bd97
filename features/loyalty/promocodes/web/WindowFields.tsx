import { Button, Checkbox, MultiSelect } from "@mantine/core";
import { useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { addDays, dayIn, instantAt, isDay, minuteIn } from "#base/days.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { type Hours, termsLimits, type Window } from "#features/loyalty/promocodes/rules/terms.ts";
import { HijriFields } from "#features/loyalty/promocodes/web/HijriFields.tsx";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { DateField } from "#web/dates/DateField.tsx";
import { TimeField } from "#web/dates/TimeField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { useField } from "#web/record/useField.tsx";
import { weekdayName } from "#web/formats.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const zones = Intl.supportedValuesOf("timeZone");
const zoneChoices = ["UTC", ...zones.filter((zone) => zone !== "UTC")].map((value) => ({
  value,
  label: value.replaceAll("_", " "),
}));

/** When the promocode can be used: days, weekdays, hours, and a Hijri period. */
export function WindowFields() {
  const t = useMessages("promocodes");
  const { getValues, setValue } = useFormContext<PromocodeInput>();
  // The days stay, in the other zone.
  const handleZone = (timeZone: string | null) => {
    const { startsAt, endsAt, timeZone: before } = getValues("terms.window");
    if (timeZone === null) return;
    const moved = (at: string) =>
      Number.isNaN(Date.parse(at)) ? at : instantAt({ day: dayIn(at, before), minute: minuteIn(at, before), timeZone });
    setValue("terms.window.startsAt", moved(startsAt), { shouldDirty: true });
    setValue("terms.window.endsAt", endsAt === null ? null : moved(endsAt), { shouldDirty: true });
  };
  return (
    <>
      <BoundaryField name="startsAt" label={t("window.startsAt")} daysLater={0} />
      <BoundaryField name="endsAt" label={t("window.endsAt")} daysLater={1} />
      <ChoiceField
        name="terms.window.timeZone"
        label={t("window.timeZone")}
        choices={zoneChoices}
        isSearchable
        isRequired
        onChoose={handleZone}
      />
      <WeekdaysField />
      <Wide>
        <HoursFields />
      </Wide>
      <Wide>
        <HijriFields />
      </Wide>
    </>
  );
}

type BoundaryFieldProps = {
  readonly name: "startsAt" | "endsAt";
  readonly label: string;
  /** An end is the midnight after the last day. */
  readonly daysLater: 0 | 1;
};

/** The first or the last day. Empty is null, which only the end may be. */
function BoundaryField({ name, label, daysLater }: BoundaryFieldProps) {
  const t = useMessages("promocodes");
  const { value, change, input } = useField<string | null>(`terms.window.${name}`);
  const timeZone = useWatch<PromocodeInput, "terms.window.timeZone">({ name: "terms.window.timeZone" });
  const isInstant = value !== null && !Number.isNaN(Date.parse(value)) && value.includes("T");
  const isMidnight = isInstant && minuteIn(value, timeZone) === 0;
  const day = isInstant ? addDays(dayIn(value, timeZone), isMidnight ? -daysLater : 0) : value;
  const handleChange = (next: string | null) => {
    if (next === null) change(daysLater === 0 ? "" : null);
    else change(isDay(next) ? instantAt({ day: addDays(next, daysLater), minute: 0, timeZone }) : next);
  };
  return (
    <DateField
      {...input}
      label={label}
      description={daysLater === 1 ? t("window.endsHint") : undefined}
      value={day === "" ? null : day}
      onChange={handleChange}
    />
  );
}

/** Empty: every day. */
function WeekdaysField() {
  const t = useMessages("promocodes");
  const { value, change, input } = useField<Window["weekdays"]>("terms.window.weekdays");
  return (
    <MultiSelect
      {...input}
      label={t("window.weekdays")}
      description={t("window.weekdaysHint")}
      data={useWeekdayChoices()}
      value={(value ?? []).map(String)}
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
      onChange={(days) => change(days.length === 0 ? null : days.map(Number))}
    />
  );
}

function useWeekdayChoices() {
  const language = useLanguage();
  const { weekStart } = useSettings();
  return useMemo(
    () =>
      Array.from({ length: 7 }, (_, place) => {
        const day = (weekStart + place) % 7;
        return { value: String(day), label: weekdayName(language, day) };
      }),
    [language, weekStart],
  );
}

/** Hours of the day; all day without any. */
function HoursFields() {
  const t = useMessages("promocodes");
  const { setValue } = useFormContext<PromocodeInput>();
  const hours = useWatch<PromocodeInput, "terms.window.hours">({ name: "terms.window.hours" });
  const change = (next: readonly Hours[] | null) =>
    setValue("terms.window.hours", next === null ? null : [...next], { shouldDirty: true, shouldValidate: true });
  return (
    <div className={classes.rows}>
      <Checkbox
        label={t("window.hasHours")}
        checked={hours !== null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? [{ from: "18:00", to: "22:00" }] : null)}
      />
      {hours?.map((_, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- hours have nothing else that identifies them
        <div key={place} className={classes.row}>
          <HourField name={`terms.window.hours.${place}.from`} label={t("window.from")} />
          <HourField name={`terms.window.hours.${place}.to`} label={t("window.to")} />
          {hours.length > 1 && (
            <IconButton
              className={classes.remove}
              label={t("window.removeHours")}
              onClick={() => change(hours.toSpliced(place, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {hours !== null && hours.length < termsLimits.hours && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => change([...hours, { from: "12:00", to: "14:00" }])}
          >
            {t("window.addHours")}
          </Button>
        </div>
      )}
    </div>
  );
}

function HourField({ name, label }: { readonly name: string; readonly label: string }) {
  const { value, change, input } = useField<string>(name);
  return <TimeField {...input} label={label} value={value} onChange={change} />;
}
