import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { productOperations, products } from "#features/catalogue/products/contract.ts";
import { productImage, type ProductInput, productLimits } from "#features/catalogue/products/fields.ts";
import { AllergensField } from "#features/catalogue/products/web/AllergensField.tsx";
import { ContentField } from "#features/catalogue/products/web/ContentField.tsx";
import { GtinField } from "#features/catalogue/products/web/GtinField.tsx";
import { IngredientHints } from "#features/catalogue/products/web/IngredientHints.tsx";
import { SimilarProducts } from "#features/catalogue/products/web/SimilarProducts.tsx";
import { pickBrand, pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import { ImageList } from "#web/files/ImageList.tsx";
import { useRead } from "#web/operations.ts";
import { FlagField } from "#web/record/FlagField.tsx";
import { formatBps } from "#web/record/formatBps.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(productOperations);

/** The fields and the pictures of a product, in two tabs of one form; those of a new product below each other. */
export function Form() {
  const { id }: { id?: string } = useParams({ strict: false });
  const [tab] = useSearchParam("tab");
  const isNew = id === undefined;
  return (
    <>
      <Part isShown={isNew || tab !== "images"}>
        <Identity exceptId={id ?? null} />
        <Pack />
        <Ingredients />
        <Hints />
      </Part>
      <Part isShown={isNew || tab === "images"}>
        <Images />
      </Part>
    </>
  );
}

const Part = ({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) => (
  <div style={{ display: isShown ? "contents" : "none" }}>{children}</div>
);

/** The product as it is stored; undefined for a new one. */
function useStoredProduct() {
  const { id }: { id?: string } = useParams({ strict: false });
  return useRead(products.get, { id: id ?? "" }, { isEnabled: id !== undefined }).data;
}

/** `exceptId` is the product itself, which is not similar to itself. */
function Identity({ exceptId }: { readonly exceptId: string | null }) {
  const t = useMessages("products");
  return (
    <Section name="identity">
      <RecordField name="brandId" label={t("fields.brandId")} source={pickBrand} isRequired />
      <RecordField name="categoryId" label={t("fields.categoryId")} source={pickCategory} />
      <Field name="name" />
      <Field name="nameI18n" />
      <GtinField />
      <Field name="sku" />
      <SimilarProducts exceptId={exceptId} />
      <NoBarcode />
      <Field name="description" />
      <Field name="descriptionI18n" />
    </Section>
  );
}

/** Shown only where there is no number. */
function NoBarcode() {
  const t = useMessages("products");
  const [gtin, reason] = useWatch<ProductInput, ["gtin", "noBarcodeReason"]>({ name: ["gtin", "noBarcodeReason"] });
  if (gtin !== null && reason === null) return null;
  return (
    <Wide>
      <TextField
        name="noBarcodeReason"
        label={t("fields.noBarcodeReason")}
        hint={t("hints.noBarcodeReason")}
        maxLength={productLimits.noBarcodeReasonMax}
      />
    </Wide>
  );
}

function Pack() {
  const t = useMessages("products");
  const language = useLanguage();
  const stored = useStoredProduct()?.brand;
  const brandId = useWatch<ProductInput, "brandId">({ name: "brandId" });
  // The rate of another brand that was just chosen is not known here.
  const brand = stored?.id === brandId ? stored : undefined;
  const hint =
    brand === undefined
      ? t("hints.cashbackBps")
      : brand.cashbackBps === null
        ? t("hints.cashbackOfType")
        : t("hints.cashbackOfBrand", { rate: formatBps(language, brand.cashbackBps) });
  return (
    <Section name="pack">
      <ContentField />
      <Field name="netUnit" />
      <Field name="packOf" />
      <Field name="countryOfOrigin" />
      <Field name="rrpCurrency" />
      <Field name="rrpMinor" />
      <Field name="cashbackBps" hint={hint} />
    </Section>
  );
}

const Ingredients = () => (
  <Section name="ingredients">
    <Field name="ingredients" />
    <Field name="ingredientsI18n" />
    <IngredientHints />
    <Wide>
      <AllergensField />
    </Wide>
  </Section>
);

function Hints() {
  const t = useMessages("products");
  const messages = useMessages("record");
  const stored = useStoredProduct()?.category;
  const categoryId = useWatch<ProductInput, "categoryId">({ name: "categoryId" });
  // What another category that was just chosen says is not known here.
  const inherited = stored?.id === categoryId ? stored?.containsMeat : undefined;
  return (
    <Section name="hints">
      <Field name="halalClaim" />
      <FlagField
        name="containsMeat"
        label={t("fields.containsMeat")}
        hint={t("hints.containsMeat")}
        unsaid={
          inherited == null
            ? t("asCategory")
            : t("asCategoryIs", { answer: messages(`flags.${inherited ? "yes" : "no"}`) })
        }
      />
      <Field name="isAnimalDerived" />
      <Field name="isAlcoholDerived" />
      <Field name="containsGelatine" />
      <WordsField
        name="eNumbers"
        label={t("fields.eNumbers")}
        hint={t("hints.eNumbers")}
        max={productLimits.eNumbersMax}
      />
      <Wide>
        <WordsField
          name="offLabels"
          label={t("fields.offLabels")}
          hint={t("hints.offLabels")}
          max={productLimits.offLabelsMax}
        />
      </Wide>
    </Section>
  );
}

/** The pictures in their order, with words for those who cannot see them. */
function Images() {
  const t = useMessages("products");
  return (
    <Section name="images">
      <Wide>
        <ImageList
          name="images"
          rule={productImage}
          label={t("fields.images")}
          max={productLimits.imagesMax}
          altMax={productLimits.altMax}
        />
      </Wide>
    </Section>
  );
}
