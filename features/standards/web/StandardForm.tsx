import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { useWords } from "#web/useWords.ts";

/** The fields of an edition of a standard. */
export function StandardForm() {
  const t = useWords("standards");
  return (
    <>
      <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
        <TextField name="code" kind="code" label={t("fields.code")} isRequired />
        <TextField name="edition" kind="code" label={t("fields.edition")} isRequired />
        <Wide>
          <TextField name="title" label={t("fields.title")} isRequired />
        </Wide>
        <TranslationField name="titleI18n" label={t("fields.title")} isWide />
        <Wide>
          <TextField name="owner" label={t("fields.owner")} isRequired />
        </Wide>
      </FormSection>
      <FormSection title={t("sections.scope")} text={t("sections.scopeText")}>
        <Wide>
          <TextField name="scope" kind="long" label={t("fields.scope")} />
        </Wide>
        <Wide>
          <TextField name="sourceUrl" kind="code" inputMode="url" label={t("fields.sourceUrl")} />
        </Wide>
      </FormSection>
    </>
  );
}
