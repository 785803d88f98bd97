import { useMemo } from "react";
import { products } from "#features/catalogue/products/contract.ts";
import { type Product, ProductInput } from "#features/catalogue/products/contract/product.ts";
import { emptyProduct, impactFields, productErrors } from "#features/catalogue/products/rules.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a person wrote of a product, without what the server knows of it. */
export const productInputOf = (product: Product): ProductInput =>
  Object.fromEntries(
    Object.keys(emptyProduct).map((name) => [name, product[name as keyof ProductInput]]),
  ) as ProductInput;

/** How products are written. `newId` is the id of the one to be made. */
export function useProductSource(newId: string): RecordSource<ProductInput, Product> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const keep = async (product: Product) => {
      queryClient.setQueryData(keyOf(products.get, { id: product.id }), product);
      await refresh(queryClient, [products.list, products.countByStatus, products.activity, products.halal]);
      return product;
    };
    return {
      name: "products",
      schema: ProductInput,
      errorsOf: (values, product) =>
        productErrors(values, product && { status: product.status, imagesCount: product.images.length }),
      valuesOf: productInputOf,
      create: async (values) => keep(await call(transport, products.create, { id: newId, ...values })),
      update: async (patch, { id, version }, asShown) =>
        keep(unlessWaiting(await call(transport, products.update, { ...patch, ...asShown, id, version }))),
      felt: {
        fields: impactFields,
        preview: (patch, { id, version }) => askImpact(transport, products.previewUpdate, { ...patch, id, version }),
      },
    };
  }, [transport, queryClient, newId]);
}
