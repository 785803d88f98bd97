import { useWatch } from "react-hook-form";
import {
  halalClaims,
  netUnits,
  type Product,
  productLimits,
  type ProductInput,
} from "#features/catalogue/products/contract/product.ts";
import { AllergensField } from "#features/catalogue/products/web/AllergensField.tsx";
import { ContentField } from "#features/catalogue/products/web/ContentField.tsx";
import { GtinField } from "#features/catalogue/products/web/GtinField.tsx";
import { IngredientHints } from "#features/catalogue/products/web/IngredientHints.tsx";
import { SimilarProducts } from "#features/catalogue/products/web/SimilarProducts.tsx";
import { pickBrand, pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import { AmountField } from "#web/record/AmountField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { CurrencyField } from "#web/record/CurrencyField.tsx";
import { FlagField } from "#web/record/FlagField.tsx";
import { formatBps } from "#web/record/formatBps.ts";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { PercentField } from "#web/record/PercentField.tsx";
import { RecordField } from "#web/record/RecordField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { TranslationField } from "#web/record/TranslationField.tsx";
import { useRescaledAmounts } from "#web/record/useRescaledAmounts.ts";
import { WholeNumberField } from "#web/record/WholeNumberField.tsx";
import { WordsField } from "#web/record/WordsField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ProductFormProps = {
  /** Null: one that is not there yet. */
  readonly product: Product | null;
};

/** The fields of a product. */
export const ProductForm = ({ product }: ProductFormProps) => (
  <>
    <Identity exceptId={product?.id ?? null} />
    <Pack product={product} />
    <Ingredients />
    <Hints product={product} />
  </>
);

/** `exceptId` is the product itself, which is not similar to itself. */
function Identity({ exceptId }: { readonly exceptId: string | null }) {
  const t = useMessages("products");
  return (
    <FormSection title={t("sections.identity")} text={t("sections.identityText")}>
      <RecordField name="brandId" label={t("fields.brandId")} source={pickBrand} isRequired />
      <RecordField name="categoryId" label={t("fields.categoryId")} source={pickCategory} />
      <TextField name="name" label={t("fields.name")} isRequired />
      <TranslationField name="nameI18n" label={t("fields.name")} />
      <GtinField />
      <TextField name="sku" kind="code" label={t("fields.sku")} hint={t("hints.sku")} />
      <SimilarProducts exceptId={exceptId} />
      <NoBarcode />
      <Wide>
        <TextField name="description" kind="long" label={t("fields.description")} />
      </Wide>
      <TranslationField name="descriptionI18n" label={t("fields.description")} isLong />
    </FormSection>
  );
}

/** Asked for only where there is no number. */
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

function Pack({ product }: ProductFormProps) {
  const t = useMessages("products");
  const language = useLanguage();
  const brandId = useWatch<ProductInput, "brandId">({ name: "brandId" });
  // Of another brand that was just chosen nobody knows it here.
  const brand = product?.brand.id === brandId ? product?.brand : undefined;
  const currency = useWatch<ProductInput, "rrpCurrency">({ name: "rrpCurrency" });
  return (
    <FormSection title={t("sections.pack")} text={t("sections.packText")}>
      <ContentField />
      <ChoiceField
        name="netUnit"
        label={t("fields.netUnit")}
        choices={netUnits.map((value) => ({ value, label: t(`units.${value}`) }))}
      />
      <WholeNumberField name="packOf" label={t("fields.packOf")} hint={t("hints.packOf")} />
      <CountryField name="countryOfOrigin" label={t("fields.countryOfOrigin")} />
      <CurrencyField
        name="rrpCurrency"
        label={t("fields.rrpCurrency")}
        onChoose={useRescaledAmounts("rrpCurrency", ["rrpMinor"])}
      />
      <AmountField name="rrpMinor" label={t("fields.rrpMinor")} hint={t("hints.rrpMinor")} currency={currency} />
      <PercentField
        name="cashbackBps"
        label={t("fields.cashbackBps")}
        hint={
          brand === undefined
            ? t("hints.cashbackBps")
            : brand.cashbackBps === null
              ? t("hints.cashbackOfType")
              : t("hints.cashbackOfBrand", { rate: formatBps(language, brand.cashbackBps) })
        }
      />
    </FormSection>
  );
}

function Ingredients() {
  const t = useMessages("products");
  return (
    <FormSection title={t("sections.ingredients")} text={t("sections.ingredientsText")}>
      <Wide>
        <TextField name="ingredients" kind="long" label={t("fields.ingredients")} />
      </Wide>
      <TranslationField name="ingredientsI18n" label={t("fields.ingredients")} isLong />
      <IngredientHints />
      <Wide>
        <AllergensField />
      </Wide>
    </FormSection>
  );
}

function Hints({ product }: ProductFormProps) {
  const t = useMessages("products");
  const words = useMessages("record");
  const categoryId = useWatch<ProductInput, "categoryId">({ name: "categoryId" });
  // Of another category that was just chosen nobody knows it here.
  const inherited = product?.category?.id === categoryId ? product?.category?.containsMeat : undefined;
  return (
    <FormSection title={t("sections.hints")} text={t("sections.hintsText")}>
      <ChoiceField
        name="halalClaim"
        label={t("fields.halalClaim")}
        hint={t("hints.halalClaim")}
        isRequired
        choices={halalClaims.map((value) => ({ value, label: t(`halalClaims.${value}`) }))}
      />
      <FlagField
        name="containsMeat"
        label={t("fields.containsMeat")}
        hint={t("hints.containsMeat")}
        unsaid={
          inherited == null
            ? t("asCategory")
            : t("asCategoryIs", { answer: words(`flags.${inherited ? "yes" : "no"}`) })
        }
      />
      <FlagField name="isAnimalDerived" label={t("fields.isAnimalDerived")} />
      <FlagField name="isAlcoholDerived" label={t("fields.isAlcoholDerived")} />
      <FlagField name="containsGelatine" label={t("fields.containsGelatine")} />
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
    </FormSection>
  );
}
