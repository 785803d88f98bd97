import { type Category, type CategoryName, categoryRecord } from "#features/catalogue/categories/contract.ts";
import { categoryImage } from "#features/catalogue/categories/contract/image.ts";
import { ParentField } from "#features/catalogue/categories/record/web/ParentField.tsx";
import { RelevanceImpact } from "#features/catalogue/categories/record/web/RelevanceImpact.tsx";
import { ImageFieldBody } from "#web/files/ImageFieldBody.tsx";
import { FlagField } from "#web/record/FlagField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(categoryRecord);

/** The fields of a category. For a new one (null) there is also a field for its parent. */
export function CategoryForm({ category }: { readonly category: Category | null }) {
  const t = useMessages("categories");
  const language = useLanguage();
  const messages = useMessages("record");
  const nameOf = ({ name, nameI18n }: CategoryName) => nameI18n[language] ?? name;
  const { inheritedFrom = null, meatInheritedFrom = null } = category ?? {};
  const inherited =
    inheritedFrom === null
      ? t("hints.halalRelevance")
      : t("hints.inherited", {
          name: nameOf(inheritedFrom),
          relevance: t(`halalRelevance.${category!.effectiveHalalRelevance}`),
        });
  const meatInherited =
    meatInheritedFrom === null
      ? t("meatAsAbove")
      : t("meatAs", {
          name: nameOf(meatInheritedFrom),
          answer: messages(`flags.${category!.effectiveContainsMeat ? "yes" : "no"}`),
        });
  return (
    <>
      <Section name="identity">
        <Field name="name" />
        <Field name="nameI18n" />
        {category === null && (
          <Wide>
            <ParentField />
          </Wide>
        )}
        <Wide>
          {/* Loaded with the form: there are sections below it, which would move. */}
          <ImageFieldBody name="imageFileId" rule={categoryImage} label={t("fields.imageFileId")} aspect={1} />
        </Wide>
      </Section>
      <Section name="halal">
        <Field name="halalRelevance" hint={inherited} isWide />
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
      </Section>
      <Section name="exchange">
        <Field name="slug" />
        <TextField
          name="gs1Brick"
          kind="code"
          inputMode="numeric"
          label={t("fields.gs1Brick")}
          hint={t("hints.gs1Brick")}
        />
      </Section>
    </>
  );
}
