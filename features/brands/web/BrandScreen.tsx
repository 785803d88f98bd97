import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { brands } from "#features/brands/contract.ts";
import { brandInputOf, emptyBrand } from "#features/brands/rules.ts";
import { BrandRecord } from "#features/brands/web/BrandRecord.tsx";
import { useBrandRelations } from "#features/brands/web/useBrandRelations.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useWords } from "#web/useWords.ts";

const BrandCreation = lazy(() =>
  import("#features/brands/web/BrandCreation.tsx").then((module) => ({ default: module.BrandCreation })),
);

/** One brand, or a new one; `?copyOf=` begins with another's fields. */
export function BrandScreen() {
  const { brandId }: { brandId?: string } = useParams({ strict: false });
  const [copyOf] = useSearchParam("copyOf");
  if (brandId) return <ExistingBrand key={brandId} id={brandId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      {copyOf === "" ? <NewBrand /> : <CopiedBrand id={copyOf} />}
    </Suspense>
  );
}

function ExistingBrand({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(brands.get, { id });
  // Asked for here, the other areas' contracts travel beside the brand.
  const relations = useBrandRelations();
  if (data) return <BrandRecord brand={data} relations={relations} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewBrand() {
  const [id] = useState(newId);
  return <BrandCreation id={id} />;
}

function CopiedBrand({ id: originalId }: { readonly id: string }) {
  const t = useWords("brands");
  const [id] = useState(newId);
  const { data, error, refetch, isFetching } = useRead(brands.get, { id: originalId });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={56} />;
  // What tells one brand from another is not copied.
  const { nameI18n, alternativeNames, slug, social, wikidataId, logoFileId, logoAlt, logoAltI18n } = emptyBrand;
  const copy = {
    ...brandInputOf(data),
    name: t("copyOf", { name: data.name }),
    nameI18n,
    alternativeNames,
    slug,
    social,
    wikidataId,
    logoFileId,
    logoAlt,
    logoAltI18n,
  };
  return <BrandCreation id={id} prefill={copy} />;
}
