import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { emptyProduct } from "#features/catalogue/products/rules.ts";
import { ProductRecord } from "#features/catalogue/products/web/ProductRecord.tsx";
import { productInputOf } from "#features/catalogue/products/web/useProductSource.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

const ProductCreation = lazy(() =>
  import("#features/catalogue/products/web/ProductCreation.tsx").then((module) => ({
    default: module.ProductCreation,
  })),
);

/** One product, or a new one; `?copyOf=` begins with another's fields, `?brand=` with a brand. */
export function ProductScreen() {
  const { productId }: { productId?: string } = useParams({ strict: false });
  const [copyOf] = useSearchParam("copyOf");
  const [brandId] = useSearchParam("brand");
  if (productId) return <ExistingProduct key={productId} id={productId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      {copyOf === "" ? <NewProduct brandId={brandId} /> : <CopiedProduct id={copyOf} />}
    </Suspense>
  );
}

function ExistingProduct({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(products.get, { id });
  if (data) return <ProductRecord product={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewProduct({ brandId }: { readonly brandId: string }) {
  const [id] = useState(newId);
  return <ProductCreation id={id} {...(brandId === "" ? {} : { prefill: { ...emptyProduct, brandId } })} />;
}

function CopiedProduct({ id: originalId }: { readonly id: string }) {
  const t = useMessages("products");
  const [id] = useState(newId);
  const { data, error, refetch, isFetching } = useRead(products.get, { id: originalId });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={56} />;
  // What tells one product from another is not copied, nor its pictures, which belong to one record.
  const { nameI18n, gtin, sku, images } = emptyProduct;
  const copy = { ...productInputOf(data), name: t("copyOf", { name: data.name }), nameI18n, gtin, sku, images };
  return <ProductCreation id={id} prefill={copy} />;
}
