import { Checkbox } from "@mantine/core";
import { certificatePolicies, channels, typeIcons } from "#features/retailerTypes/contract.ts";
import { kycLevels } from "#features/retailerTypes/contract/kyc.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { useField } from "#web/record/useField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { useWords } from "#web/useWords.ts";

/** The fields of a retailer type. */
export const TypeForm = () => (
  <>
    <Identity />
    <Proof />
    <Cashback />
  </>
);

function Identity() {
  const t = useWords("retailerTypes");
  return (
    <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
      <TextField name="name" label={t("fields.name")} isRequired />
      <TranslationField name="nameI18n" label={t("fields.name")} />
      <TextField name="code" kind="code" label={t("fields.code")} hint={t("hints.code")} isRequired />
      <ChoiceField
        name="channel"
        label={t("fields.channel")}
        hint={t("hints.channel")}
        isRequired
        choices={channels.map((value) => ({ value, label: t(`channel.${value}`) }))}
      />
      <ChoiceField
        name="icon"
        label={t("fields.icon")}
        choices={typeIcons.map((value) => ({ value, label: t(`icon.${value}`) }))}
      />
      <WholeNumberField name="position" label={t("fields.position")} hint={t("hints.position")} />
      <Wide>
        <TextField name="description" kind="long" label={t("fields.description")} />
      </Wide>
    </FormSection>
  );
}

function Proof() {
  const t = useWords("retailerTypes");
  const slaughter = useField<boolean>("needsSlaughterPolicy");
  const { error: _, inputWrapperOrder: __, ...box } = slaughter.input;
  return (
    <FormSection title={t("sections.proof")} text={t("sections.proofText")}>
      <ChoiceField
        name="certificatePolicy"
        label={t("fields.certificatePolicy")}
        isRequired
        choices={certificatePolicies.map((value) => ({ value, label: t(`certificatePolicy.${value}`) }))}
      />
      <ChoiceField
        name="kycLevel"
        label={t("fields.kycLevel")}
        hint={t("hints.kycLevel")}
        isRequired
        choices={kycLevels.map((value) => ({ value, label: t(`kycLevel.${value}`) }))}
      />
      <Wide>
        <Checkbox
          {...box}
          label={t("fields.needsSlaughterPolicy")}
          description={t("hints.needsSlaughterPolicy")}
          checked={slaughter.value}
          onChange={({ currentTarget }) => slaughter.change(currentTarget.checked)}
        />
      </Wide>
    </FormSection>
  );
}

function Cashback() {
  const t = useWords("retailerTypes");
  return (
    <FormSection title={t("sections.cashback")} text={t("sections.cashbackText")}>
      <PercentField name="defaultCashbackBps" label={t("fields.defaultCashbackBps")} />
      <PercentField name="maxCashbackBps" label={t("fields.maxCashbackBps")} />
      <WholeNumberField name="pendingDays" label={t("fields.pendingDays")} hint={t("hints.pendingDays")} />
    </FormSection>
  );
}
