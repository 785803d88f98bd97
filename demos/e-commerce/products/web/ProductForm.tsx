import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shopProductRecords } from "#demos/e-commerce/products/contract.ts";
import { shopImage, shopLimits } from "#demos/e-commerce/products/fields.ts";
import { PriceFields } from "#demos/e-commerce/products/web/PriceFields.tsx";
import type { products } from "#features/catalogue/products/contract.ts";
import { ImageList } from "#web/files/ImageList.tsx";
import { pickable } from "#web/list/pickable.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(shopProductRecords);

const pickProduct = pickable<typeof products.list>({
  operation: async () => (await import("#features/catalogue/products/contract.ts")).products.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ brand, code }, language) => `${brand.nameI18n[language] ?? brand.name} · ${code}`,
});

/** The fields and the pictures of a product, in two tabs of one form; those of a new product below each other. */
export function Form() {
  const { id }: { id?: string } = useParams({ strict: false });
  const [tab] = useSearchParam("tab");
  const t = useMessages("shopProducts");
  const isNew = id === undefined;
  return (
    <>
      <Part isShown={isNew || tab !== "images"}>
        <Section name="identity">
          <Field name="name" />
          <Field name="nameI18n" />
          <Field name="handle" />
          <Field name="sku" />
          <WordsField name="categories" label={t("fields.categories")} max={shopLimits.wordsMax} />
          <WordsField name="tags" label={t("fields.tags")} max={shopLimits.wordsMax} />
          <Wide>
            <RecordField
              name="catalogueProductId"
              label={t("fields.catalogueProductId")}
              hint={t("hints.catalogueProductId")}
              source={pickProduct}
            />
          </Wide>
          <Field name="description" />
        </Section>
        <Section name="price">
          <PriceFields />
        </Section>
        <Section name="stock">
          <Field name="quantity" />
          <Field name="lowStockAt" />
        </Section>
        <Section name="shipping">
          <Field name="width" />
          <Field name="height" />
          <Field name="depth" />
          <Field name="weight" />
          <Field name="extraShippingFeeMinor" />
        </Section>
      </Part>
      <Part isShown={isNew || tab === "images"}>
        <Section name="images">
          <Wide>
            <ImageList
              name="images"
              rule={shopImage}
              label={t("fields.images")}
              max={shopLimits.imagesMax}
              altMax={shopLimits.altMax}
            />
          </Wide>
        </Section>
      </Part>
    </>
  );
}

const Part = ({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) => (
  <div style={{ display: isShown ? "contents" : "none" }}>{children}</div>
);
