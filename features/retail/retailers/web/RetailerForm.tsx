import { useWatch } from "react-hook-form";
import { socialKinds } from "#base/social.ts";
import {
  posIntegrations,
  retailerCover,
  type RetailerInput,
  retailerLimits,
  retailerLogo,
  visibilities,
} from "#features/retail/retailers/contract/records.ts";
import { TimeZoneField } from "#features/retail/retailers/web/TimeZoneField.tsx";
import { pickRetailer, pickType } from "#features/retail/retailers/web/usePickables.ts";
import { languageName } from "#web/formats.ts";
import { ImageField } from "#web/files/ImageField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { CurrencyField } from "#web/record/CurrencyField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { SocialField } from "#web/record/SocialField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The fields of a retailer, its parts aside. */
export const RetailerForm = () => (
  <>
    <Identity />
    <Market />
    <Company />
    <SocialMedia />
    <Terms />
    <Pictures />
  </>
);

function Identity() {
  const t = useMessages("retailers");
  return (
    <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
      <TextField name="tradingName" label={t("fields.tradingName")} isRequired />
      <TranslationField name="tradingNameI18n" label={t("fields.tradingName")} />
      <RecordField name="retailerTypeId" label={t("fields.retailerTypeId")} source={pickType} isRequired />
      <RecordField name="parentId" label={t("fields.parentId")} hint={t("hints.parentId")} source={pickRetailer} />
      <TextField name="website" kind="code" inputMode="url" label={t("fields.website")} />
      <ChoiceField
        name="visibility"
        label={t("fields.visibility")}
        isRequired
        choices={visibilities.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
    </FormSection>
  );
}

const spoken = ["ar", "bn", "de", "en", "fa", "fr", "id", "ms", "nl", "ru", "tr", "ur"] as const;

function Market() {
  const t = useMessages("retailers");
  const language = useLanguage();
  return (
    <FormSection title={t("sections.market")} text={t("sections.marketText")}>
      <CountryField name="country" label={t("fields.country")} />
      <TimeZoneField name="timezone" label={t("fields.timezone")} />
      <CurrencyField name="defaultCurrency" label={t("fields.defaultCurrency")} />
      <ChoiceField
        name="defaultLanguage"
        label={t("fields.defaultLanguage")}
        isSearchable
        choices={spoken.map((value) => ({ value, label: languageName(language, value) }))}
      />
    </FormSection>
  );
}

function Company() {
  const t = useMessages("retailers");
  return (
    <FormSection title={t("sections.company")} text={t("sections.companyText")}>
      <TextField name="legalName" label={t("fields.legalName")} />
      <TextField name="taxNo" kind="code" label={t("fields.taxNo")} />
      <TextField name="registrationNo" kind="code" label={t("fields.registrationNo")} />
      <CountryField name="registrationCountry" label={t("fields.registrationCountry")} />
      <TextField name="gln" kind="code" inputMode="numeric" label={t("fields.gln")} hint={t("hints.gln")} />
    </FormSection>
  );
}

function Terms() {
  const t = useMessages("retailers");
  return (
    <FormSection title={t("sections.terms")} text={t("sections.termsText")}>
      <PercentField name="commissionBps" label={t("fields.commissionBps")} />
      <WholeNumberField name="settlementTermsDays" label={t("fields.settlementTermsDays")} />
      <ChoiceField
        name="posIntegration"
        label={t("fields.posIntegration")}
        isRequired
        choices={posIntegrations.map((value) => ({ value, label: t(`posIntegration.${value}`) }))}
      />
      <Wide>
        <WordsField
          name="riskFlags"
          label={t("fields.riskFlags")}
          hint={t("hints.riskFlags")}
          max={retailerLimits.riskFlagsMax}
        />
      </Wide>
    </FormSection>
  );
}

function SocialMedia() {
  const t = useMessages("retailers");
  return (
    <FormSection title={t("fields.social")} text={t("sections.socialText")}>
      {socialKinds.map((kind) => (
        <SocialField key={kind} kind={kind} />
      ))}
    </FormSection>
  );
}

function Pictures() {
  const t = useMessages("retailers");
  const logoFileId = useWatch<RetailerInput, "logoFileId">({ name: "logoFileId" });
  return (
    <FormSection title={t("sections.pictures")} text={t("sections.picturesText")}>
      <Wide>
        <ImageField name="logoFileId" rule={retailerLogo} label={t("fields.logoFileId")} aspect={1} />
      </Wide>
      {logoFileId !== null && (
        <>
          <TextField name="logoAlt" label={t("fields.logoAlt")} hint={t("hints.logoAlt")} />
          <TranslationField name="logoAltI18n" label={t("fields.logoAlt")} />
        </>
      )}
      <Wide>
        <ImageField name="coverFileId" rule={retailerCover} label={t("fields.coverFileId")} aspect={3} />
      </Wide>
    </FormSection>
  );
}
