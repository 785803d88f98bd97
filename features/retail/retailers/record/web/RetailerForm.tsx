import { useWatch } from "react-hook-form";
import { pickable } from "#web/list/pickable.ts";
import { retailerOperations, retailers } from "#features/retail/retailers/contract.ts";
import {
  retailerCover,
  type RetailerInput,
  retailerLimits,
  retailerLogo,
} from "#features/retail/retailers/record/fields.ts";
import { pickType } from "#features/retail/retailers/record/web/usePickables.ts";
import { TimeZoneField } from "#features/retail/retailers/locations/web/TimeZoneField.tsx";
import { languageName } from "#web/formats.ts";
import { ImageField } from "#web/files/ImageField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Chains to hang a retailer on. */
const pickRetailer = pickable<typeof retailers.list>({
  operation: retailers.list,
  sort: "name",
  nameOf: ({ tradingName, tradingNameI18n }, language) => tradingNameI18n[language] ?? tradingName,
  hintOf: ({ code }) => code,
  logoOf: ({ logoFileId }) => logoFileId,
});

const { Field, Section } = formOf(retailerOperations);
const languages = ["ar", "bn", "de", "en", "fa", "fr", "id", "ms", "nl", "ru", "tr", "ur"] as const;

/** The fields of a retailer, without its parts. */
export function Form() {
  const t = useMessages("retailers");
  const language = useLanguage();
  return (
    <>
      <Section name="identity">
        <Field name="tradingName" />
        <Field name="tradingNameI18n" />
        <RecordField name="retailerTypeId" label={t("fields.retailerTypeId")} source={pickType} isRequired />
        <RecordField name="parentId" label={t("fields.parentId")} hint={t("hints.parentId")} source={pickRetailer} />
        <Field name="website" />
        <Field name="visibility" />
      </Section>
      <Section name="market">
        <Field name="country" />
        <TimeZoneField name="timezone" label={t("fields.timezone")} />
        <Field name="defaultCurrency" />
        <ChoiceField
          name="defaultLanguage"
          label={t("fields.defaultLanguage")}
          isSearchable
          choices={languages.map((value) => ({ value, label: languageName(language, value) }))}
        />
      </Section>
      <Section name="company">
        <Field name="legalName" />
        <Field name="taxNo" />
        <Field name="registrationNo" />
        <Field name="registrationCountry" />
        <TextField name="gln" kind="code" inputMode="numeric" label={t("fields.gln")} hint={t("hints.gln")} />
      </Section>
      <Section name="social">
        <Field name="social" />
      </Section>
      <Section name="terms">
        <Field name="commissionBps" />
        <Field name="settlementTermsDays" />
        <Field name="posIntegration" />
        <Wide>
          <WordsField
            name="riskFlags"
            label={t("fields.riskFlags")}
            hint={t("hints.riskFlags")}
            max={retailerLimits.riskFlagsMax}
          />
        </Wide>
      </Section>
      <Pictures />
    </>
  );
}

function Pictures() {
  const t = useMessages("retailers");
  const logoFileId = useWatch<RetailerInput, "logoFileId">({ name: "logoFileId" });
  return (
    <Section name="pictures">
      <Wide>
        <ImageField name="logoFileId" rule={retailerLogo} label={t("fields.logoFileId")} aspect={1} />
      </Wide>
      {logoFileId !== null && (
        <>
          <Field name="logoAlt" />
          <Field name="logoAltI18n" />
        </>
      )}
      <Wide>
        <ImageField name="coverFileId" rule={retailerCover} label={t("fields.coverFileId")} aspect={3} />
      </Wide>
    </Section>
  );
}
