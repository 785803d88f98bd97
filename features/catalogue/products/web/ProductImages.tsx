import { productImage, productLimits } from "#features/catalogue/products/contract/product.ts";
import { ImageList } from "#web/files/ImageList.tsx";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The pictures of a product in their order, with words for those who cannot see them. */
export function ProductImages() {
  const t = useMessages("products");
  return (
    <FormSection title={t("sections.images")} text={t("sections.imagesText")}>
      <Wide>
        <ImageList
          name="images"
          rule={productImage}
          label={t("fields.images")}
          max={productLimits.imagesMax}
          altMax={productLimits.altMax}
        />
      </Wide>
    </FormSection>
  );
}
