import { certifierRecord } from "#features/halal/certifiers/contract/certifiers.ts";
import { certifierLimits, certifierLogo } from "#features/halal/certifiers/fields.ts";
import { AccreditationsField } from "#features/halal/certifiers/web/AccreditationsField.tsx";
import { NumberChecker } from "#features/halal/certifiers/web/NumberChecker.tsx";
import { SourcesField } from "#features/halal/certifiers/web/SourcesField.tsx";
import { ImageField } from "#web/files/ImageField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(certifierRecord);

/** The fields of a certifier. */
export function Form() {
  const t = useMessages("certifiers");
  return (
    <>
      <Section name="identity">
        <Field name="acronym" />
        <Field name="country" />
        <Field name="name" isWide />
        <Field name="nameI18n" isWide />
        <Field name="kind" />
        <Field name="website" />
        <Wide>
          <ImageField name="logoFileId" rule={certifierLogo} label={t("fields.logoFileId")} aspect={1} />
        </Wide>
      </Section>
      <Section name="accreditations">
        <Wide>
          <AccreditationsField />
        </Wide>
      </Section>
      <Section name="numbers">
        <Field name="certificateNoPattern" />
        <Field name="registryUrl" />
        <Field name="registryLookupTemplate" isWide />
        <Wide>
          <NumberChecker />
        </Wide>
      </Section>
      <Section name="validity">
        <Field name="renewalFromDays" />
        <Field name="renewalToDays" />
        <Field name="typicalValidityMonths" />
        <Field name="defaultStunningPolicy" />
        <Wide>
          <WordsField
            name="offLabelTags"
            label={t("fields.offLabelTags")}
            hint={t("hints.offLabelTags")}
            max={certifierLimits.tagsMax}
          />
        </Wide>
      </Section>
      <Section name="sources">
        <Wide>
          <SourcesField />
        </Wide>
      </Section>
    </>
  );
}
