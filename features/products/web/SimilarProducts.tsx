import { useDebouncedValue } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useFormState, useWatch } from "react-hook-form";
import { printedGtin, readGtin } from "#base/gtin.ts";
import { products } from "#features/products/contract.ts";
import type { ProductInput } from "#features/products/contract/product.ts";
import classes from "#features/products/web/SimilarProducts.module.css";
import { useRead } from "#web/operations.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const typingMs = 350;
const tellingMin = 3;

/** Products of this barcode, or of the brand with a name like the one that is typed, so that nobody makes one twice. */
export function SimilarProducts({ exceptId }: { readonly exceptId: string | null }) {
  const t = useWords("products");
  const [name, brandId, gtin] = useWatch<ProductInput, ["name", "brandId", "gtin"]>({
    name: ["name", "brandId", "gtin"],
  });
  const { defaultValues } = useFormState<ProductInput>();
  const [settled] = useDebouncedValue(name.trim(), typingMs);
  const number = gtin !== null && gtin !== defaultValues?.gtin ? readGtin(gtin).gtin : null;
  const isNameTelling = brandId !== "" && settled.length >= tellingMin && settled !== defaultValues?.name;
  const isTelling = isNameTelling || number !== null;
  const { data } = useRead(
    products.findSimilar,
    {
      ...(isNameTelling ? { name: settled, brandId } : {}),
      ...(number === null ? {} : { gtin: number }),
      ...(exceptId === null ? {} : { exceptId }),
    },
    { isEnabled: isTelling },
  );
  const rows = isTelling ? (data?.rows ?? []) : [];
  const isSame = rows.some((row) => row.isSameGtin);
  return (
    <div role="status" className={classes.place}>
      {rows.length > 0 && (
        <div className={classes.note} data-same={isSame || undefined}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            <p>{t(isSame ? "similar.same" : "similar.alike")}</p>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <Link to={`/apps/brand-product/brand-products/${row.id}`} target="_blank">
                    <bdi>{row.name}</bdi>
                  </Link>{" "}
                  <span>
                    <bdi>{row.brandName}</bdi> · <bdi>{row.gtin === null ? row.code : printedGtin(row.gtin)}</bdi> ·{" "}
                    {t(`status.${row.status}`)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
