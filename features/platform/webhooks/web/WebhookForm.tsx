import { webhookStatuses } from "#features/platform/webhooks/contract.ts";
import { TypesField } from "#features/platform/webhooks/web/TypesField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The fields of a webhook. */
export function WebhookForm() {
  const t = useMessages("webhooks");
  return (
    <>
      <FormSection title={t("sections.receiver")} text={t("sections.receiverText")}>
        <TextField name="title" label={t("fields.title")} hint={t("hints.title")} isRequired />
        <ChoiceField
          name="status"
          label={t("fields.status")}
          isRequired
          choices={webhookStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <Wide>
          <TextField name="url" label={t("fields.url")} hint={t("hints.url")} kind="code" inputMode="url" isRequired />
        </Wide>
      </FormSection>
      <FormSection title={t("sections.types")} text={t("sections.typesText")}>
        <Wide>
          <TypesField />
        </Wide>
      </FormSection>
    </>
  );
}
