import { keyKinds } from "#features/access/api-keys/contract.ts";
import { GrantsField } from "#features/access/api-keys/web/GrantsField.tsx";
import { LastDayField } from "#features/access/api-keys/web/LastDayField.tsx";
import { ScopesField } from "#features/access/api-keys/web/ScopesField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The fields of a key. */
export function KeyForm() {
  const t = useMessages("apiKeys");
  return (
    <>
      <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
        <TextField name="title" label={t("fields.title")} hint={t("hints.title")} isRequired />
        <ChoiceField
          name="kind"
          label={t("fields.kind")}
          isRequired
          choices={keyKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t("sections.rights")} text={t("sections.rightsText")}>
        <Wide>
          <GrantsField />
        </Wide>
        <Wide>
          <ScopesField />
        </Wide>
      </FormSection>
      <FormSection title={t("sections.bounds")} text={t("sections.boundsText")}>
        <LastDayField />
        <WholeNumberField name="callsPerMinute" label={t("fields.callsPerMinute")} hint={t("hints.callsPerMinute")} />
      </FormSection>
    </>
  );
}
