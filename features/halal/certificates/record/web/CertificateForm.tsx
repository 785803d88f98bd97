import { useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { certificates } from "#features/halal/certificates/contract.ts";
import { evidenceLevels } from "#features/halal/certificates/contract/vocabulary.ts";
import { isOddNumber } from "#features/halal/certificates/rules.ts";
import { CategoriesField } from "#features/halal/certificates/record/web/CategoriesField.tsx";
import { HolderField } from "#features/halal/certificates/record/web/HolderField.tsx";
import { SitesField } from "#features/halal/certificates/scope/web/SitesField.tsx";
import { StandardsField } from "#features/halal/certificates/record/web/StandardsField.tsx";
import { useRead } from "#web/operations.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import { certificateFields, type CertificateInput } from "#features/halal/certificates/record/fields.ts";

const { Field, Section } = formOf({ description: { name: "certificates", fields: certificateFields } });

/** The fields of a certificate, as its document states them. */
export const CertificateForm = () => (
  <>
    <Identity />
    <Holder />
    <Validity />
    <Scope />
    <Evidence />
  </>
);

function Identity() {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { data } = useRead(certificates.choices, {});
  const { getValues, setValue } = useFormContext<CertificateInput>();
  const [bodyId, certificateNo] = useWatch<CertificateInput, ["bodyId", "certificateNo"]>({
    name: ["bodyId", "certificateNo"],
  });
  const bodies = data?.bodies ?? [];
  const body = bodies.find(({ id }) => id === bodyId);
  const isOdd = body !== undefined && certificateNo !== "" && isOddNumber(certificateNo, body.certificateNoPattern);
  const followBody = (id: string | null) => {
    const policy = bodies.find((each) => each.id === id)?.defaultStunningPolicy;
    if (policy && getValues("stunningPolicy") === "unknown") setValue("stunningPolicy", policy, { shouldDirty: true });
  };
  return (
    <Section name="identity">
      <ChoiceField
        name="bodyId"
        label={t("fields.bodyId")}
        isRequired
        isSearchable
        choices={bodies
          .filter(({ id, isArchived }) => !isArchived || id === bodyId)
          .map(({ id, acronym, name, nameI18n }) => ({
            value: id,
            label: `${acronym} · ${nameI18n[language] ?? name}`,
          }))}
        onChoose={followBody}
      />
      <Field name="certificateNo" hint={isOdd && t("hints.oddNumber", { body: body.acronym })} />
      <Field name="kind" />
      <Field name="schemeCode" />
      <Wide>
        <StandardsField />
      </Wide>
    </Section>
  );
}

const Holder = () => (
  <Section name="holder">
    <Field name="holderType" />
    <HolderField />
    <Field name="holderName" />
    <Field name="holderCountry" />
    <Field name="holderAddress" />
    <Wide>
      <SitesField />
    </Wide>
  </Section>
);

function Validity() {
  const t = useMessages("certificates");
  const basis = useWatch<CertificateInput, "validityBasis">({ name: "validityBasis" });
  const zones = useMemo(
    () => ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value })),
    [],
  );
  return (
    <Section name="validity">
      <Field name="validityBasis" />
      <ChoiceField
        name="timezone"
        label={t("fields.timezone")}
        hint={t("hints.timezone")}
        isRequired
        isSearchable
        choices={zones}
      />
      <Field name="issuedOn" />
      <Field name="validFrom" />
      {basis !== "open_ended" && <Field name="expiresOn" />}
      {basis === "open_ended" && (
        <>
          <Field name="reviewDueOn" />
          <Field name="lastReviewedOn" />
        </>
      )}
    </Section>
  );
}

const Scope = () => (
  <Section name="scope">
    <Field name="scopeText" />
    <Wide>
      <CategoriesField />
    </Wide>
    <Field name="slaughterMethod" />
    <Field name="stunningPolicy" />
  </Section>
);

function Evidence() {
  const t = useMessages("certificates");
  const level = useWatch<CertificateInput, "evidenceLevel">({ name: "evidenceLevel" });
  // Only a reviewer who has looked into the register says that.
  const offered = evidenceLevels.filter((each) => each !== "registry_verified" || level === each);
  return (
    <Section name="evidence">
      <ChoiceField
        name="evidenceLevel"
        label={t("fields.evidenceLevel")}
        isRequired
        choices={offered.map((value) => ({ value, label: t(`evidenceLevel.${value}`) }))}
      />
      <Field name="notes" />
    </Section>
  );
}
