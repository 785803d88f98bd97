import { useFormContext, useWatch } from "react-hook-form";
import { minorDigitsByCurrency } from "#base/money.ts";
import { type BrandInput, brandLimits, brandLogo, muslimOwnedAnswers } from "#features/brands/contract.ts";
import { socialKinds } from "#base/social.ts";
import { SimilarBrands } from "#features/brands/web/SimilarBrands.tsx";
import { SocialField } from "#web/record/SocialField.tsx";
import { ImageField } from "#web/files/ImageField.tsx";
import { AmountField } from "#web/record/AmountField.tsx";
import { rescaleAmount } from "#web/record/amount.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { CurrencyField } from "#web/record/CurrencyField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { useWords } from "#web/useWords.ts";

/** The fields of a brand. `exceptId` is the brand itself, which is not similar to itself. */
export const BrandForm = ({ exceptId }: { readonly exceptId: string | null }) => (
  <>
    <Identity exceptId={exceptId} />
    <Company />
    <Funding />
    <Contact />
    <SocialMedia />
    <Logo />
  </>
);

function Identity({ exceptId }: { readonly exceptId: string | null }) {
  const t = useWords("brands");
  return (
    <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
      <TextField name="name" label={t("fields.name")} isRequired />
      <TranslationField name="nameI18n" label={t("fields.name")} />
      <SimilarBrands exceptId={exceptId} />
      <Wide>
        <WordsField
          name="alternativeNames"
          label={t("fields.alternativeNames")}
          hint={t("hints.alternativeNames")}
          max={brandLimits.alternativeNamesMax}
        />
      </Wide>
      <Wide>
        <TextField name="story" kind="long" label={t("fields.story")} />
      </Wide>
      <TranslationField name="storyI18n" label={t("fields.story")} isLong />
      <TextField name="website" kind="code" inputMode="url" label={t("fields.website")} />
      <WholeNumberField name="foundedYear" label={t("fields.foundedYear")} />
      <TextField name="slug" kind="code" label={t("fields.slug")} hint={t("hints.slug")} />
    </FormSection>
  );
}

function Company() {
  const t = useWords("brands");
  return (
    <FormSection title={t("sections.company")} text={t("sections.companyText")}>
      <TextField name="legalEntityName" label={t("fields.legalEntityName")} />
      <TextField name="registrationNo" kind="code" label={t("fields.registrationNo")} />
      <CountryField name="country" label={t("fields.country")} />
      <ChoiceField
        name="isMuslimOwned"
        label={t("fields.isMuslimOwned")}
        isRequired
        choices={muslimOwnedAnswers.map((value) => ({ value, label: t(`muslimOwnedAnswers.${value}`) }))}
      />
      <TextField name="gs1CompanyPrefix" kind="code" inputMode="numeric" label={t("fields.gs1CompanyPrefix")} />
      <TextField name="wikidataId" kind="code" label={t("fields.wikidataId")} />
    </FormSection>
  );
}

function Funding() {
  const t = useWords("brands");
  const { getValues, setValue } = useFormContext<BrandInput>();
  const currency = useWatch<BrandInput, "defaultCurrency">({ name: "defaultCurrency" });
  // 12.50 stays 12.50 whatever it is of.
  const keepFigures = (next: string | null) => {
    const [from, to] = [currency, next].map((code) => minorDigitsByCurrency.get(code ?? "") ?? 2) as [number, number];
    for (const name of ["lowBalanceAlertMinor", "monthlyBudgetMinor"] as const) {
      const amount = getValues(name);
      if (typeof amount === "number" && from !== to) setValue(name, rescaleAmount(amount, { from, to }));
    }
  };
  return (
    <FormSection title={t("sections.funding")} text={t("sections.fundingText")}>
      <CurrencyField name="defaultCurrency" label={t("fields.defaultCurrency")} onChoose={keepFigures} />
      <WholeNumberField name="pendingDays" label={t("fields.pendingDays")} hint={t("hints.pendingDays")} />
      <PercentField name="cashbackBps" label={t("fields.cashbackBps")} hint={t("hints.cashbackBps")} />
      <AmountField name="lowBalanceAlertMinor" label={t("fields.lowBalanceAlertMinor")} currency={currency} />
      <AmountField name="monthlyBudgetMinor" label={t("fields.monthlyBudgetMinor")} currency={currency} />
    </FormSection>
  );
}

function Contact() {
  const t = useWords("brands");
  return (
    <FormSection title={t("sections.contact")} text={t("sections.contactText")}>
      <TextField name="contactName" label={t("fields.contactName")} />
      <TextField name="contactEmail" kind="code" inputMode="email" label={t("fields.contactEmail")} />
      <TextField name="contactPhone" kind="code" inputMode="tel" label={t("fields.contactPhone")} />
    </FormSection>
  );
}

function SocialMedia() {
  const t = useWords("brands");
  return (
    <FormSection title={t("sections.social")} text={t("sections.socialText")}>
      {socialKinds.map((kind) => (
        <SocialField key={kind} kind={kind} />
      ))}
    </FormSection>
  );
}

function Logo() {
  const t = useWords("brands");
  const fileId = useWatch<BrandInput, "logoFileId">({ name: "logoFileId" });
  return (
    <FormSection title={t("sections.logo")} text={t("sections.logoText")}>
      <Wide>
        <ImageField name="logoFileId" rule={brandLogo} label={t("fields.logoFileId")} aspect={1} />
      </Wide>
      {fileId !== null && (
        <>
          <TextField name="logoAlt" label={t("fields.logoAlt")} hint={t("hints.logoAlt")} />
          <TranslationField name="logoAltI18n" label={t("fields.logoAlt")} />
        </>
      )}
    </FormSection>
  );
}
