import { Button, Select, SegmentedControl } from "@mantine/core";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { dayOfHijri, hijriOf, isDay } from "#base/days.ts";
import { hijriYears } from "#base/hijriMonths.ts";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import { callLimits } from "#features/loyalty/promocodes/contract/calls.ts";
import { simulatedDays, simulatedTerms } from "#features/loyalty/promocodes/contract/simulation.ts";
import { useHijriMonthChoices } from "#features/loyalty/promocodes/web/HijriFields.tsx";
import classes from "#features/loyalty/promocodes/web/SimulatorPart.module.css";
import { pickMember, pickProduct, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { newLine, type SimulatedOrder } from "#features/loyalty/promocodes/web/useSimulatedOrder.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { TimeField } from "#web/dates/TimeField.tsx";
import { useRead } from "#web/operations.ts";
import { AmountField } from "#web/record/AmountField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useField } from "#web/record/useField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { useCan } from "#web/session.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** What is bought, where, when and by whom. */
export function SimulationFields({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  return (
    <div className={classes.fields}>
      {record.liveVersion !== null && <TermsField />}
      <LineFields currency={record.terms.currency} />
      <PlaceFields />
      <MomentFields />
      <MemberFields />
      <TextField
        name="codes"
        label={t("simulator.codes")}
        hint={t("simulator.codesHint")}
        kind="code"
        isRequired={false}
      />
    </div>
  );
}

function TermsField() {
  const t = useMessages("promocodes");
  const { value, change } = useField<string>("terms");
  return (
    <SegmentedControl
      aria-label={t("simulator.terms")}
      value={value}
      data={simulatedTerms.map((each) => ({ value: each, label: t(`simulator.termsOf.${each}`) }))}
      onChange={change}
    />
  );
}

function LineFields({ currency }: { readonly currency: string }) {
  const t = useMessages("promocodes");
  const { fields, append, remove } = useFieldArray<SimulatedOrder, "lines">({ name: "lines" });
  return (
    <div className={classes.lines}>
      {fields.map((line, place) => (
        <fieldset key={line.id} className={classes.line} aria-label={t("simulator.line", { number: place + 1 })}>
          <RecordField name={`lines.${place}.productId`} label={t("simulator.product")} source={pickProduct} />
          <WholeNumberField name={`lines.${place}.quantity`} label={t("simulator.quantity")} />
          <AmountField name={`lines.${place}.unitMinor`} label={t("simulator.price")} currency={currency} />
          {fields.length > 1 && (
            <IconButton label={t("simulator.removeLine", { number: place + 1 })} onClick={() => remove(place)}>
              <IconTrash size={18} aria-hidden />
            </IconButton>
          )}
        </fieldset>
      ))}
      {fields.length < callLimits.lines && (
        <div>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => append(newLine)}>
            {t("simulator.addLine")}
          </Button>
        </div>
      )}
    </div>
  );
}

function PlaceFields() {
  const t = useMessages("promocodes");
  const can = useCan();
  const { setValue } = useFormContext<SimulatedOrder>();
  const retailerId = useWatch<SimulatedOrder, "retailerId">({ name: "retailerId" });
  const locationId = useWatch<SimulatedOrder, "locationId">({ name: "locationId" });
  const { data } = useRead(retailerLocations.list, { id: retailerId ?? "" }, { isEnabled: retailerId !== null });
  const choices = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A location of the retailer before is none of the next one.
  if (data !== undefined && locationId !== null && !data.rows.some(({ id }) => id === locationId))
    setTimeout(() => setValue("locationId", null));
  if (!can(retailerLocations.list)) return <p>{t("simulator.noRetailers")}</p>;
  return (
    <div className={classes.pair}>
      <RecordField name="retailerId" label={t("simulator.retailer")} source={pickRetailer} isRequired />
      <ChoiceField name="locationId" label={t("simulator.location")} choices={choices} isSearchable />
    </div>
  );
}

function MomentFields() {
  const t = useMessages("promocodes");
  const { value: day, change, input } = useField<string>("day");
  const { value: time, change: changeTime, input: timeInput } = useField<string>("time");
  return (
    <>
      <div className={classes.pair}>
        <DateField
          {...input}
          label={t("simulator.day")}
          min={simulatedDays.first}
          max={simulatedDays.last}
          value={day === "" ? null : day}
          onChange={(next) => change(next ?? "")}
        />
        <TimeField {...timeInput} label={t("simulator.time")} value={time} onChange={changeTime} />
      </div>
      {isDay(day) && <HijriDay day={day} onChange={change} />}
    </>
  );
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => String(from + place));

/** The same day in the computed Hijri calendar. The result says which day it is in the market. */
function HijriDay({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }) {
  const t = useMessages("promocodes");
  const months = useHijriMonthChoices();
  const shown = hijriOf(day);
  const select = (part: "day" | "month" | "year") => (value: string | null) => {
    const wanted = { ...shown, [part]: Number(value) };
    // A month of 29 days has no 30th.
    const next = dayOfHijri(wanted) ?? dayOfHijri({ ...wanted, day: 29 });
    if (next !== null) onChange(next);
  };
  const shared = { allowDeselect: false, comboboxProps: { withinPortal: true }, maxDropdownHeight: 300 };
  return (
    <div className={classes.hijri} role="group" aria-label={t("simulator.hijri")}>
      <Select
        {...shared}
        label={t("simulator.hijriDay")}
        data={numbers(1, 30)}
        value={String(shown.day)}
        onChange={select("day")}
      />
      <Select
        {...shared}
        label={t("simulator.hijriMonth")}
        data={months}
        value={String(shown.month)}
        onChange={select("month")}
      />
      <Select
        {...shared}
        label={t("simulator.hijriYear")}
        data={numbers(Math.min(hijriYears.first, shown.year), Math.max(hijriYears.last, shown.year))}
        value={String(shown.year)}
        onChange={select("year")}
      />
    </div>
  );
}

function MemberFields() {
  const t = useMessages("promocodes");
  const member = useWatch<SimulatedOrder, "member">({ name: "member" });
  return (
    <div className={classes.pair}>
      <ChoiceField
        name="member"
        label={t("simulator.member")}
        choices={(["none", "new", "one"] as const).map((value) => ({ value, label: t(`simulator.members.${value}`) }))}
        isRequired
      />
      {member === "one" && (
        <RecordField name="memberId" label={t("simulator.memberName")} source={pickMember} isRequired />
      )}
    </div>
  );
}
