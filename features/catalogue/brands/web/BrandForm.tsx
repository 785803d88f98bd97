import { useWatch } from "react-hook-form";
import { brandOperations } from "#features/catalogue/brands/contract.ts";
import { type BrandInput, brandLimits, brandLogo, muslimOwnedAnswers } from "#features/catalogue/brands/fields.ts";
import { SimilarBrands } from "#features/catalogue/brands/web/SimilarBrands.tsx";
import { ImageField } from "#web/files/ImageField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(brandOperations);

/** The fields of a brand. */
export function Form() {
  const t = useMessages("brands");
  return (
    <>
      <Section name="identity">
        <Field name="name" />
        <Field name="nameI18n" />
        <SimilarBrands />
        <Wide>
          <WordsField
            name="alternativeNames"
            label={t("fields.alternativeNames")}
            hint={t("hints.alternativeNames")}
            max={brandLimits.alternativeNamesMax}
          />
        </Wide>
        <Field name="story" />
        <Field name="storyI18n" />
        <Field name="website" />
        <Field name="foundedYear" />
        <Field name="slug" />
      </Section>
      <Section name="company">
        <Field name="legalEntityName" />
        <Field name="registrationNo" />
        <Field name="country" />
        <ChoiceField
          name="isMuslimOwned"
          label={t("fields.isMuslimOwned")}
          isRequired
          choices={muslimOwnedAnswers.map((value) => ({ value, label: t(`muslimOwnedAnswers.${value}`) }))}
        />
        <Field name="gs1CompanyPrefix" />
        <Field name="wikidataId" />
      </Section>
      <Section name="funding">
        <Field name="defaultCurrency" />
        <Field name="pendingDays" />
        <Field name="cashbackBps" />
        <Field name="lowBalanceAlertMinor" />
        <Field name="monthlyBudgetMinor" />
      </Section>
      <Section name="contact">
        <Field name="contactName" />
        <Field name="contactEmail" />
        <Field name="contactPhone" />
      </Section>
      <Section name="social">
        <Field name="social" />
      </Section>
      <Logo />
    </>
  );
}

function Logo() {
  const t = useMessages("brands");
  const fileId = useWatch<BrandInput, "logoFileId">({ name: "logoFileId" });
  return (
    <Section name="logo">
      <Wide>
        <ImageField name="logoFileId" rule={brandLogo} label={t("fields.logoFileId")} aspect={1} />
      </Wide>
      {fileId !== null && (
        <>
          <Field name="logoAlt" />
          <Field name="logoAltI18n" />
        </>
      )}
    </Section>
  );
}
