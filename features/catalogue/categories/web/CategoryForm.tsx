import {
  type Category,
  categoryLimits,
  type CategoryName,
  halalRelevances,
} from "#features/catalogue/categories/contract.ts";
import { categoryImage } from "#features/catalogue/categories/contract/image.ts";
import { ParentField } from "#features/catalogue/categories/web/ParentField.tsx";
import { RelevanceImpact } from "#features/catalogue/categories/web/RelevanceImpact.tsx";
import { ImageField } from "#web/files/ImageField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { FlagField } from "#web/record/FlagField.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The fields of a category. A new one (null) is also told where it belongs. */
export function CategoryForm({ category }: { readonly category: Category | null }) {
  const t = useMessages("categories");
  const language = useLanguage();
  const words = useMessages("record");
  const nameOf = ({ name, nameI18n }: CategoryName) => nameI18n[language] ?? name;
  const { inheritedFrom = null, meatInheritedFrom = null } = category ?? {};
  const inherited =
    inheritedFrom === null
      ? t("hints.halalRelevance")
      : t("hints.inherited", {
          name: nameOf(inheritedFrom),
          relevance: t(`relevance.${category!.effectiveHalalRelevance}`),
        });
  const meatInherited =
    meatInheritedFrom === null
      ? t("meatAsAbove")
      : t("meatAs", {
          name: nameOf(meatInheritedFrom),
          answer: words(`flags.${category!.effectiveContainsMeat ? "yes" : "no"}`),
        });
  return (
    <>
      <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
        <TextField name="name" label={t("fields.name")} isRequired maxLength={categoryLimits.nameMax} />
        <TranslationField name="nameI18n" label={t("fields.name")} maxLength={categoryLimits.nameMax} />
        {category === null && (
          <Wide>
            <ParentField />
          </Wide>
        )}
        <Wide>
          <ImageField name="imageFileId" rule={categoryImage} label={t("fields.imageFileId")} aspect={1} />
        </Wide>
      </FormSection>
      <FormSection title={t("sections.halal")} text={t("sections.halalText")}>
        <Wide>
          <ChoiceField
            name="halalRelevance"
            label={t("fields.halalRelevance")}
            hint={inherited}
            choices={halalRelevances.map((value) => ({ value, label: t(`relevance.${value}`) }))}
          />
        </Wide>
        <Wide>
          <FlagField
            name="containsMeat"
            label={t("fields.containsMeat")}
            hint={t("hints.containsMeat")}
            unsaid={meatInherited}
          />
        </Wide>
        {category !== null && (
          <Wide>
            <RelevanceImpact category={category} />
          </Wide>
        )}
      </FormSection>
      <FormSection title={t("sections.exchange")} text={t("sections.exchangeText")}>
        <TextField name="slug" kind="code" label={t("fields.slug")} hint={t("hints.slug")} />
        <TextField
          name="gs1Brick"
          kind="code"
          inputMode="numeric"
          label={t("fields.gs1Brick")}
          hint={t("hints.gs1Brick")}
        />
      </FormSection>
    </>
  );
}
