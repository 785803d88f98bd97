import { TextInput } from "@mantine/core";
import { get, useFormState, useWatch } from "react-hook-form";
import { latinDigits } from "#base/digits.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { type Period, periods, type Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { AmountField } from "#web/record/AmountField.tsx";
import { CheckboxField } from "#web/record/CheckboxField.tsx";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useField } from "#web/record/useField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** How often it can be used, and how much it may cost. */
export function LimitFields() {
  const t = useMessages("promocodes");
  const currency = useWatch<PromocodeInput, "terms.currency">({ name: "terms.currency" });
  return (
    <>
      <AmountField
        name="terms.limits.budgetMinor"
        label={t("limits.budgetMinor")}
        hint={t("limits.budgetHint")}
        currency={currency}
      />
      <WholeNumberField name="terms.limits.total" label={t("limits.total")} />
      <WholeNumberField name="terms.limits.perRetailer" label={t("limits.perRetailer")} />
      <WholeNumberField name="terms.limits.perLocation" label={t("limits.perLocation")} />
      {periods.map((period) => (
        <MemberLimitField key={period} period={period} />
      ))}
    </>
  );
}

type MemberLimits = Terms["limits"]["perMember"];

/** How often one member may use it in a period. Empty: no such limit. */
function MemberLimitField({ period }: { readonly period: Period }) {
  const t = useMessages("promocodes");
  const messages = useMessages("record");
  const { errors } = useFormState<PromocodeInput>();
  const { value, change, input } = useField<MemberLimits>("terms.limits.perMember");
  const place = value.findIndex((limit) => limit.period === period);
  const isWrong = place !== -1 && get(errors, `terms.limits.perMember.${place}.uses`) !== undefined;
  const handleChange = (typed: string) => {
    const text = latinDigits(typed).trim();
    const others = value.filter((limit) => limit.period !== period);
    // Text that isn't a number stays as typed, so that the error can be shown.
    const uses = (/^\d{1,9}$/.test(text) ? Number(text) : text) as number;
    change(
      text === "" ? others : periods.flatMap((each) => (each === period ? [{ period, uses }] : ofPeriod(others, each))),
    );
  };
  return (
    <TextInput
      {...input}
      label={t(`limits.member.${period}`)}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      value={place === -1 ? "" : value[place]!.uses}
      error={isWrong && <FieldProblem>{messages("typed.wholeNumber")}</FieldProblem>}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
    />
  );
}

const ofPeriod = (limits: MemberLimits, period: Period) => limits.filter((limit) => limit.period === period);

/** How it combines with other promocodes on one order. */
export function StackingFields() {
  const t = useMessages("promocodes");
  return (
    <>
      <TextField name="terms.stacking.group" label={t("stacking.group")} hint={t("stacking.groupHint")} kind="code" />
      <WholeNumberField
        name="terms.stacking.priority"
        label={t("stacking.priority")}
        hint={t("stacking.priorityHint")}
      />
      <Wide>
        <CheckboxField name="terms.stacking.isExclusive" label={t("stacking.isExclusive")} />
      </Wide>
    </>
  );
}

/** Who pays for it: shares that make up the whole. */
export function FundingFields() {
  const t = useMessages("promocodes");
  const { errors } = useFormState<PromocodeInput>();
  const problem: unknown = get(errors, "terms.funding.message");
  return (
    <>
      <PercentField name="terms.funding.brandBps" label={t("funding.brandBps")} />
      <PercentField name="terms.funding.retailerBps" label={t("funding.retailerBps")} />
      <PercentField name="terms.funding.platformBps" label={t("funding.platformBps")} />
      {typeof problem === "string" && (
        <Wide>
          <FieldProblem>{problem}</FieldProblem>
        </Wide>
      )}
    </>
  );
}
