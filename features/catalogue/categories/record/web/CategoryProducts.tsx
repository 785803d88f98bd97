import { Link } from "@tanstack/react-router";
import type { Category } from "#features/catalogue/categories/contract.ts";
import classes from "#features/catalogue/categories/record/web/CategoryProducts.module.css";
import { products } from "#features/catalogue/products/contract.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { useRead } from "#web/operations.ts";
import { Thumbnail } from "#web/files/FilePicture.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPackage } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The first products of a category and of those below it, and the way to all of them in their own list. */
export function CategoryProducts({ category }: { readonly category: Category }) {
  const t = useMessages("categories");
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useRead(products.list, {
    category: [category.id],
    sort: "name",
    ...sortLanguageOf(language),
    limit: 25,
    count: "capped",
  });
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={8} />;
  if (data.rows.length === 0)
    return <EmptyState icon={<IconPackage size={32} stroke={1.5} aria-hidden />} title={t("noProducts")} />;
  return (
    <div className={classes.part}>
      <ul className={classes.products}>
        {data.rows.map(({ id, code, name, nameI18n, brand, image }) => (
          <li key={id}>
            <Link to={`/apps/brand-product/brand-products/${id}`}>
              <Thumbnail image={image} sizePx={32} />
              <bdi>{nameI18n[language] ?? name}</bdi>
            </Link>
            <span>
              <bdi>{code}</bdi> · <bdi>{brand.nameI18n[language] ?? brand.name}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <LinkButton to="/apps/brand-product/brand-products" search={{ category: category.id }} variant="default">
        {t("allProducts")}
      </LinkButton>
    </div>
  );
}
