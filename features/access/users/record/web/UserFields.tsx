import { userFields } from "#features/access/users/fields.ts";
import { userLanguages } from "#features/access/users/rules.ts";
import { languageName } from "#web/formats.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf({ description: { name: "users", fields: userFields } });

type UserFieldsProps = {
  /** Which hint the email has: a new account's, one that may be changed, or that of an account with more rights. */
  readonly address: "new" | "open" | "closed";
};

/** Name, email, category and language. */
export function UserFields({ address }: UserFieldsProps) {
  const t = useMessages("users");
  const language = useLanguage();
  return (
    <Section name="person">
      <Field name="name" />
      <Field name="email" hint={t(`hints.emails.${address}`)} />
      <Field name="category" />
      <ChoiceField
        name="language"
        label={t("fields.language")}
        hint={t("hints.language")}
        isRequired
        choices={userLanguages.map((value) => ({ value, label: languageName(language, value) }))}
      />
    </Section>
  );
}
