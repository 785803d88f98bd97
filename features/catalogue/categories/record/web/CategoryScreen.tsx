import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { newId } from "#web/newId.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { CategoryDetailPage } from "#features/catalogue/categories/record/web/CategoryDetailPage.tsx";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

const CategoryCreatePage = lazy(() =>
  withFileMessages(
    import("#features/catalogue/categories/record/web/CategoryCreatePage.tsx").then(
      (module) => module.CategoryCreatePage,
    ),
  ),
);

/** One category, or a new one; `?parent=` says below which. */
export function CategoryScreen() {
  const { categoryId }: { categoryId?: string } = useParams({ strict: false });
  if (categoryId) return <ExistingCategory key={categoryId} id={categoryId} />;
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <NewCategory />
    </Suspense>
  );
}

function ExistingCategory({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(categories.get, { id });
  if (data) return <CategoryDetailPage category={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewCategory() {
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second category.
  const [id] = useState(newId);
  const [parent] = useSearchParam("parent");
  return <CategoryCreatePage key={parent} id={id} parentId={parent || null} />;
}
