import { userCategories, userLanguages } from "#features/access/users/rules.ts";
import { languageName } from "#web/formats.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { FormSection } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type UserFieldsProps = {
  /** What is said of the address: a new account's, one that may be changed, or that of somebody who may do more. */
  readonly address: "new" | "open" | "closed";
};

/** Name, address, category and language. */
export function UserFields({ address }: UserFieldsProps) {
  const t = useMessages("users");
  const language = useLanguage();
  return (
    <FormSection title={t("sections.person")} text={t("sections.personText")}>
      <TextField name="name" label={t("fields.name")} isRequired />
      <TextField
        name="email"
        kind="code"
        inputMode="email"
        label={t("fields.email")}
        hint={t(`hints.emails.${address}`)}
        isRequired
      />
      <ChoiceField
        name="category"
        label={t("fields.category")}
        hint={t("hints.category")}
        isRequired
        choices={userCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      <ChoiceField
        name="language"
        label={t("fields.language")}
        hint={t("hints.language")}
        isRequired
        choices={userLanguages.map((value) => ({ value, label: languageName(language, value) }))}
      />
    </FormSection>
  );
}
