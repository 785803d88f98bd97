import { useFormContext, useWatch } from "react-hook-form";
import { promocodeOperations } from "#features/loyalty/promocodes/contract.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { ConditionFields } from "#features/loyalty/promocodes/web/ConditionFields.tsx";
import { EffectFields } from "#features/loyalty/promocodes/web/EffectFields.tsx";
import { FundingFields, LimitFields, StackingFields } from "#features/loyalty/promocodes/web/LimitFields.tsx";
import { TermsSentence } from "#features/loyalty/promocodes/web/TermsSentence.tsx";
import { pickBrand } from "#features/loyalty/promocodes/web/usePickables.ts";
import { WindowFields } from "#features/loyalty/promocodes/web/WindowFields.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CurrencyField } from "#web/record/CurrencyField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(promocodeOperations);
const codeModes = ["shared", "unique", "automatic"] as const;

/** The builder: what a promocode gives, on what, when, how often, and who pays. */
export function Form() {
  const t = useMessages("promocodes");
  return (
    <>
      <TermsSentence />
      <Section name="identity">
        <Field name="name" />
        <Field name="nameI18n" />
        <RecordField
          name="ownerBrandId"
          label={t("fields.ownerBrandId")}
          source={pickBrand}
          hint={t("hints.ownerBrandId")}
        />
        <Code />
      </Section>
      <Section name="effect">
        <CurrencyField name="terms.currency" label={t("effect.currency")} />
        <EffectFields />
      </Section>
      <Section name="conditions">
        <Wide>
          <ConditionFields />
        </Wide>
      </Section>
      <Section name="window">
        <WindowFields />
      </Section>
      <Section name="limits">
        <LimitFields />
      </Section>
      <Section name="stacking">
        <StackingFields />
      </Section>
      <Section name="funding">
        <FundingFields />
      </Section>
    </>
  );
}

/** Only a shared code is written here; unique ones are generated in batches. */
function Code() {
  const t = useMessages("promocodes");
  const { setValue } = useFormContext<PromocodeInput>();
  const mode = useWatch<PromocodeInput, "codeMode">({ name: "codeMode" });
  return (
    <>
      <ChoiceField
        name="codeMode"
        label={t("fields.codeMode")}
        hint={t(`codeModeHints.${mode}`)}
        isRequired
        choices={codeModes.map((value) => ({ value, label: t(`codeMode.${value}`) }))}
        onChoose={(next) => {
          if (next !== "shared") setValue("sharedCode", null, { shouldDirty: true });
        }}
      />
      {mode === "shared" && (
        <TextField name="sharedCode" label={t("fields.sharedCode")} hint={t("hints.sharedCode")} kind="code" />
      )}
    </>
  );
}
