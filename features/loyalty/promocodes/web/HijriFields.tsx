import { Checkbox, MultiSelect, Select } from "@mantine/core";
import { useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { hijriOf } from "#base/days.ts";
import { computedStart } from "#base/hijriMonths.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { type HijriRange, termsLimits } from "#features/loyalty/promocodes/rules/terms.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { formatHijriMonth } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { useField } from "#web/record/useField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ramadan: HijriRange = { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null };

/** A period of the Hijri year, such as Ramadan: each market follows its own confirmed months. */
export function HijriFields() {
  const t = useMessages("promocodes");
  const { setValue } = useFormContext<PromocodeInput>();
  const hijri = useWatch<PromocodeInput, "terms.window.hijri">({ name: "terms.window.hijri" });
  return (
    <div className={classes.rows}>
      <Checkbox
        label={t("hijri.has")}
        description={t("hijri.hint")}
        checked={hijri !== null}
        onChange={({ currentTarget }) =>
          setValue("terms.window.hijri", currentTarget.checked ? ramadan : null, {
            shouldDirty: true,
            shouldValidate: true,
          })
        }
      />
      {hijri !== null && (
        <div className={classes.row}>
          <WholeNumberField name="terms.window.hijri.from.day" label={t("hijri.fromDay")} />
          <MonthField name="terms.window.hijri.from.month" label={t("hijri.fromMonth")} />
          <WholeNumberField name="terms.window.hijri.to.day" label={t("hijri.toDay")} hint={t("hijri.lastHint")} />
          <MonthField name="terms.window.hijri.to.month" label={t("hijri.toMonth")} />
          <YearsField />
        </div>
      )}
    </div>
  );
}

/** The names of the Hijri months, by their number. */
export function useHijriMonthChoices() {
  const language = useLanguage();
  return useMemo(
    () =>
      Array.from({ length: 12 }, (_, place) => {
        // The name doesn't depend on the year, which is cut off.
        const text = formatHijriMonth(language, computedStart({ hijriYear: 1448, month: place + 1 }));
        return { value: String(place + 1), label: text.replace(/\s*1448/, "") };
      }),
    [language],
  );
}

function MonthField({ name, label }: { readonly name: string; readonly label: string }) {
  const { value, change, input } = useField<number>(name);
  const choices = useHijriMonthChoices();
  return (
    <Select
      {...input}
      label={label}
      data={choices}
      value={String(value)}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      onChange={(month) => change(Number(month))}
    />
  );
}

/** Empty: every year. */
function YearsField() {
  const t = useMessages("promocodes");
  const { value, change, input } = useField<HijriRange["years"]>("terms.window.hijri.years");
  const now = useNow();
  const first = hijriOf(localDay(now)).year;
  const offered = Array.from({ length: termsLimits.hijriYears }, (_, place) => first + place);
  const years = [...new Set([...(value ?? []), ...offered])].toSorted((one, other) => one - other);
  return (
    <MultiSelect
      {...input}
      label={t("hijri.years")}
      description={t("hijri.yearsHint")}
      data={years.map(String)}
      value={(value ?? []).map(String)}
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
      onChange={(chosen) => change(chosen.length === 0 ? null : chosen.map(Number))}
    />
  );
}
