import { Link } from "@tanstack/react-router";
import { printedGtin } from "#base/gtin.ts";
import type { Brand } from "#features/brands/contract.ts";
import classes from "#features/brands/web/BrandProducts.module.css";
import { products } from "#features/products/contract.ts";
import type { ProductRow } from "#features/products/contract/product.ts";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPackage, IconPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

const listPath = "/apps/brand-product/brand-products";

const tones: Readonly<Record<ProductRow["halal"]["state"], Tone>> = {
  certified: "ok",
  expiring: "warn",
  expired: "error",
  suspended: "error",
  scope_reduced: "error",
  unverified: "info",
  uncertified: "mute",
  not_required: "mute",
};

/** The first products of a brand, each with its halal state, and the way to all of them. */
export function BrandProducts({ brand }: { readonly brand: Brand }) {
  const t = useWords("brands");
  const language = useLanguage();
  const asked = { brand: [brand.id], sort: "name", limit: 50, count: "capped" } as const;
  const { data, error, refetch, isFetching } = useRead(products.list, { ...asked, brand: [...asked.brand] });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={48} />;
  const add = (
    <LinkButton
      to={`${listPath}/new`}
      search={{ brand: brand.id }}
      operation={products.create}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t("products.add")}
    </LinkButton>
  );
  const count = data.total?.count ?? data.rows.length;
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <Link to={listPath} search={{ brand: brand.id }}>
          {t("products.all", { count, figure: `${formatNumber(language, count)}${data.total?.isCapped ? "+" : ""}` })}
        </Link>
        {add}
      </div>
      {data.rows.length === 0 ? (
        <EmptyState icon={<IconPackage aria-hidden />} title={t("products.none")} text={t("products.noneText")} />
      ) : (
        <ul className={classes.list}>
          {data.rows.map((row) => (
            <li key={row.id}>
              <Link to={`${listPath}/${row.id}`}>
                <bdi>{row.nameI18n[language] ?? row.name}</bdi>
              </Link>
              <bdi dir="ltr">{row.gtin === null ? row.code : printedGtin(row.gtin)}</bdi>
              <span>{t(`products.status.${row.status}`)}</span>
              <StatusBadge tone={tones[row.halal.state]}>{t(`products.halal.${row.halal.state}`)}</StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
