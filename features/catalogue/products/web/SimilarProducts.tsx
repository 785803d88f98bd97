import { useDebouncedValue } from "@mantine/hooks";
import { useFormState, useWatch } from "react-hook-form";
import { printedGtin, readGtin } from "#base/gtin.ts";
import { products } from "#features/catalogue/products/contract.ts";
import type { ProductInput } from "#features/catalogue/products/fields.ts";
import { useRead } from "#web/operations.ts";
import { SimilarRecords } from "#web/record/SimilarRecords.tsx";
import { useMessages } from "#web/useMessages.ts";

const typingMs = 350;
const nameMin = 3;

/** Warns of products with the same barcode, or of the same brand with a similar name, to avoid duplicates. */
export function SimilarProducts({ exceptId }: { readonly exceptId: string | null }) {
  const t = useMessages("products");
  const [name, brandId, gtin] = useWatch<ProductInput, ["name", "brandId", "gtin"]>({
    name: ["name", "brandId", "gtin"],
  });
  const { defaultValues } = useFormState<ProductInput>();
  const [typedName] = useDebouncedValue(name.trim(), typingMs);
  const number = gtin !== null && gtin !== defaultValues?.gtin ? readGtin(gtin).gtin : null;
  const isNameLongEnough = brandId !== "" && typedName.length >= nameMin && typedName !== defaultValues?.name;
  const isEnabled = isNameLongEnough || number !== null;
  const { data } = useRead(
    products.findSimilar,
    {
      ...(isNameLongEnough ? { name: typedName, brandId } : {}),
      ...(number === null ? {} : { gtin: number }),
      ...(exceptId === null ? {} : { exceptId }),
    },
    { isEnabled },
  );
  const rows = isEnabled ? (data?.rows ?? []) : [];
  const isSame = rows.some((row) => row.isSameGtin);
  return (
    <SimilarRecords
      rows={rows}
      isSame={isSame}
      title={t(isSame ? "similar.same" : "similar.alike")}
      path="/apps/brand-product/brand-products"
    >
      {({ brandName, gtin: barcode, code, status }) => (
        <>
          <bdi>{brandName}</bdi> · <bdi>{barcode === null ? code : printedGtin(barcode)}</bdi> · {t(`status.${status}`)}
        </>
      )}
    </SimilarRecords>
  );
}
