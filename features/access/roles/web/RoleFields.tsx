import { Switch } from "@mantine/core";
import { roleLimits, roles } from "#features/access/roles/contract.ts";
import { useRead } from "#web/operations.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** What a role is called and whom it is meant for. */
export function RoleFields() {
  const t = useMessages("roles");
  const { data } = useRead(roles.grantable, {});
  return (
    <FormSection title={t("sections.about")} text={t("sections.aboutText")}>
      <TextField name="title" label={t("fields.title")} isRequired maxLength={roleLimits.titleMax} />
      <TranslationField name="titleI18n" label={t("fields.title")} maxLength={roleLimits.titleMax} />
      <Wide>
        <TextField
          name="description"
          kind="long"
          label={t("fields.description")}
          isRequired={false}
          maxLength={roleLimits.descriptionMax}
        />
      </Wide>
      <ChoiceField
        name="userCategory"
        label={t("fields.userCategory")}
        hint={t("hints.userCategory")}
        choices={(data?.userCategories ?? []).map(({ id, code }) => ({
          value: String(id),
          label: t(`userCategory.${id}`, { defaultValue: code }),
        }))}
      />
      <SecondFactor />
    </FormSection>
  );
}

function SecondFactor() {
  const t = useMessages("roles");
  const { value, change, input } = useField<boolean>("needsSecondFactor");
  const { inputWrapperOrder: _, ...field } = input;
  return (
    <Switch
      {...field}
      mt={28}
      label={t("fields.needsSecondFactor")}
      description={t("hints.needsSecondFactor")}
      checked={value}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
