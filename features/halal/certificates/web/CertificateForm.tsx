import { useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { CertificateInput } from "#features/halal/certificates/contract/records.ts";
import {
  certificateKinds,
  evidenceLevels,
  holderTypes,
  schemeCodes,
  slaughterMethods,
  stunningPolicies,
  validityBases,
} from "#features/halal/certificates/contract/vocabulary.ts";
import { isOddNumber } from "#features/halal/certificates/rules.ts";
import { CategoriesField } from "#features/halal/certificates/web/CategoriesField.tsx";
import { DayField } from "#web/record/DayField.tsx";
import { HolderField } from "#features/halal/certificates/web/HolderField.tsx";
import { SitesField } from "#features/halal/certificates/web/SitesField.tsx";
import { StandardsField } from "#features/halal/certificates/web/StandardsField.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { useRead } from "#web/operations.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

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

function useChoices<Code extends string>(codes: readonly Code[], keyOf: (code: Code) => MessageKey<"certificates">) {
  const t = useMessages("certificates");
  return codes.map((value) => ({ value, label: t(keyOf(value)) }));
}

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
    <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
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
      <TextField
        name="certificateNo"
        kind="code"
        label={t("fields.certificateNo")}
        isRequired
        hint={isOdd ? t("hints.oddNumber", { body: body.acronym }) : undefined}
      />
      <ChoiceField
        name="kind"
        label={t("fields.kind")}
        isRequired
        choices={useChoices(certificateKinds, (code) => `kind.${code}`)}
      />
      <ChoiceField
        name="schemeCode"
        label={t("fields.schemeCode")}
        choices={useChoices(schemeCodes, (code) => `schemeCode.${code}`)}
      />
      <Wide>
        <StandardsField />
      </Wide>
    </FormSection>
  );
}

function Holder() {
  const t = useMessages("certificates");
  return (
    <FormSection title={t("sections.holder")} text={t("sections.holderText")}>
      <ChoiceField
        name="holderType"
        label={t("fields.holderType")}
        isRequired
        choices={useChoices(holderTypes, (code) => `holderType.${code}`)}
      />
      <HolderField />
      <TextField name="holderName" label={t("fields.holderName")} isRequired hint={t("hints.holderName")} />
      <CountryField name="holderCountry" label={t("fields.holderCountry")} />
      <Wide>
        <TextField name="holderAddress" kind="long" label={t("fields.holderAddress")} />
      </Wide>
      <Wide>
        <SitesField />
      </Wide>
    </FormSection>
  );
}

function Validity() {
  const t = useMessages("certificates");
  const basis = useWatch<CertificateInput, "validityBasis">({ name: "validityBasis" });
  const zones = useMemo(
    () => ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value })),
    [],
  );
  return (
    <FormSection title={t("sections.validity")} text={t("sections.validityText")}>
      <ChoiceField
        name="validityBasis"
        label={t("fields.validityBasis")}
        isRequired
        choices={useChoices(validityBases, (code) => `validityBasis.${code}`)}
      />
      <ChoiceField
        name="timezone"
        label={t("fields.timezone")}
        hint={t("hints.timezone")}
        isRequired
        isSearchable
        choices={zones}
      />
      <DayField name="issuedOn" label={t("fields.issuedOn")} />
      <DayField name="validFrom" label={t("fields.validFrom")} />
      {basis !== "open_ended" && <DayField name="expiresOn" label={t("fields.expiresOn")} />}
      {basis === "open_ended" && (
        <>
          <DayField name="reviewDueOn" label={t("fields.reviewDueOn")} hint={t("hints.reviewDueOn")} />
          <DayField name="lastReviewedOn" label={t("fields.lastReviewedOn")} />
        </>
      )}
    </FormSection>
  );
}

function Scope() {
  const t = useMessages("certificates");
  return (
    <FormSection title={t("sections.scope")} text={t("sections.scopeText")}>
      <Wide>
        <TextField name="scopeText" kind="long" label={t("fields.scopeText")} />
      </Wide>
      <Wide>
        <CategoriesField />
      </Wide>
      <ChoiceField
        name="slaughterMethod"
        label={t("fields.slaughterMethod")}
        isRequired
        choices={useChoices(slaughterMethods, (code) => `slaughterMethod.${code}`)}
      />
      <ChoiceField
        name="stunningPolicy"
        label={t("fields.stunningPolicy")}
        isRequired
        choices={useChoices(stunningPolicies, (code) => `stunningPolicy.${code}`)}
      />
    </FormSection>
  );
}

function Evidence() {
  const t = useMessages("certificates");
  const level = useWatch<CertificateInput, "evidenceLevel">({ name: "evidenceLevel" });
  // Only a reviewer who has looked into the register says that.
  const offered = evidenceLevels.filter((each) => each !== "registry_verified" || level === each);
  return (
    <FormSection title={t("sections.evidence")} text={t("sections.evidenceText")}>
      <ChoiceField
        name="evidenceLevel"
        label={t("fields.evidenceLevel")}
        isRequired
        choices={useChoices(offered, (code) => `evidenceLevel.${code}`)}
      />
      <Wide>
        <TextField name="notes" kind="long" label={t("fields.notes")} hint={t("hints.notes")} />
      </Wide>
    </FormSection>
  );
}
