import {
  bodyKinds,
  certifierLimits,
  certifierLogo,
  stunningPolicies,
} from "#features/halal/certifiers/contract/bodies.ts";
import { AccreditationsField } from "#features/halal/certifiers/web/AccreditationsField.tsx";
import { NumberTrial } from "#features/halal/certifiers/web/NumberTrial.tsx";
import { SourcesField } from "#features/halal/certifiers/web/SourcesField.tsx";
import { ImageField } from "#web/files/ImageField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The fields of a certifying body. */
export const BodyForm = () => (
  <>
    <Identity />
    <Accreditations />
    <Numbers />
    <Validity />
    <Sources />
  </>
);

function Identity() {
  const t = useMessages("certifiers");
  return (
    <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
      <TextField name="acronym" label={t("fields.acronym")} isRequired maxLength={certifierLimits.acronymMax} />
      <CountryField name="country" label={t("fields.country")} />
      <Wide>
        <TextField name="name" label={t("fields.name")} isRequired maxLength={certifierLimits.nameMax} />
      </Wide>
      <Wide>
        <TranslationField name="nameI18n" label={t("fields.name")} maxLength={certifierLimits.nameMax} />
      </Wide>
      <ChoiceField
        name="kind"
        label={t("fields.kind")}
        isRequired
        choices={bodyKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <TextField name="website" kind="code" inputMode="url" label={t("fields.website")} />
      <Wide>
        <ImageField name="logoFileId" rule={certifierLogo} label={t("fields.logoFileId")} aspect={1} />
      </Wide>
    </FormSection>
  );
}

function Accreditations() {
  const t = useMessages("certifiers");
  return (
    <FormSection title={t("sections.accreditations")} text={t("sections.accreditationsText")}>
      <Wide>
        <AccreditationsField />
      </Wide>
    </FormSection>
  );
}

function Numbers() {
  const t = useMessages("certifiers");
  return (
    <FormSection title={t("sections.numbers")} text={t("sections.numbersText")}>
      <TextField
        name="certificateNoPattern"
        kind="code"
        label={t("fields.certificateNoPattern")}
        hint={t("hints.certificateNoPattern")}
      />
      <TextField name="registryUrl" kind="code" inputMode="url" label={t("fields.registryUrl")} />
      <Wide>
        <TextField
          name="registryLookupTemplate"
          kind="code"
          inputMode="url"
          label={t("fields.registryLookupTemplate")}
          hint={t("hints.registryLookupTemplate")}
        />
      </Wide>
      <Wide>
        <NumberTrial />
      </Wide>
    </FormSection>
  );
}

function Validity() {
  const t = useMessages("certifiers");
  return (
    <FormSection title={t("sections.validity")} text={t("sections.validityText")}>
      <WholeNumberField name="renewalFromDays" label={t("fields.renewalFromDays")} hint={t("hints.renewal")} />
      <WholeNumberField name="renewalToDays" label={t("fields.renewalToDays")} hint={t("hints.renewalTo")} />
      <WholeNumberField name="typicalValidityMonths" label={t("fields.typicalValidityMonths")} />
      <ChoiceField
        name="defaultStunningPolicy"
        label={t("fields.defaultStunningPolicy")}
        isRequired
        choices={stunningPolicies.map((value) => ({ value, label: t(`stunningPolicies.${value}`) }))}
      />
      <Wide>
        <WordsField
          name="offLabelTags"
          label={t("fields.offLabelTags")}
          hint={t("hints.offLabelTags")}
          max={certifierLimits.tagsMax}
        />
      </Wide>
    </FormSection>
  );
}

function Sources() {
  const t = useMessages("certifiers");
  return (
    <FormSection title={t("sections.sources")} text={t("sections.sourcesText")}>
      <Wide>
        <SourcesField />
      </Wide>
    </FormSection>
  );
}
