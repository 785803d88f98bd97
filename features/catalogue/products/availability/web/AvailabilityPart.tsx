import { Link } from "@tanstack/react-router";
import { minorDigitsByCurrency } from "#base/money.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { findingReasons } from "#features/retail/assignments/contract/rows.ts";
import { type Product, products } from "#features/catalogue/products/contract.ts";
import type { Availability } from "#features/catalogue/products/contract/relatedRecords.ts";
import classes from "#features/catalogue/products/availability/web/AvailabilityPart.module.css";
import { countryName, formatMoney, formatNumber, formatPlannedDay } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Row = Availability["rows"][number];
const tones: Readonly<Record<Row["status"], Tone>> = { proposed: "info", active: "ok", paused: "warn" };

/** The retailers that sell a product, at what price, and what is paused there and why. */
export function AvailabilityPart({ record: product }: { readonly record: Product }) {
  const t = useMessages("availability");
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useRead(products.availability, { id: product.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} rowPx={56} />;
  if (data.rows.length === 0) return <p className={classes.none}>{t("none")}</p>;
  return (
    <section className={classes.part}>
      <ul className={classes.list}>
        {data.rows.map((row) => (
          <Shop key={row.id} row={row} product={product} />
        ))}
      </ul>
      {data.count > data.rows.length && (
        <p>{t("more", { figure: formatNumber(language, data.count - data.rows.length) })}</p>
      )}
    </section>
  );
}

function Shop({ row, product }: { readonly row: Row; readonly product: Product }) {
  const t = useMessages("availability");
  const language = useLanguage();
  const can = useCan();
  const { retailer, location, status, pauseReason, isPausedByRule } = row;
  const rule = findingReasons.find((reason) => reason === pauseReason);
  const name = <bdi>{retailer.nameI18n[language] ?? retailer.name}</bdi>;
  return (
    <li className={classes.line}>
      <div className={classes.name}>
        {can(assignments.list) ? <Link to={`/apps/retailer/assign-products/${retailer.id}`}>{name}</Link> : name}
        <span>
          <bdi>{retailer.code}</bdi>
          {retailer.country && ` · ${countryName(language, retailer.country)}`}
          {location && (
            <>
              {" · "}
              <bdi>{location}</bdi>
            </>
          )}
        </span>
      </div>
      <span className={classes.price}>{priceText(row, product, language) ?? t("noPrice")}</span>
      <div className={classes.state}>
        <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
        <span dir={isPausedByRule ? undefined : "auto"}>
          {pauseReason === null
            ? t("since", { day: formatPlannedDay(language, row.startsOn) })
            : rule
              ? t(`reasons.${rule}`)
              : pauseReason}
        </span>
      </div>
    </li>
  );
}

/** The retailer's own price, or the recommended one. */
function priceText(row: Row, product: Product, language: ReturnType<typeof useLanguage>): string | null {
  const amountMinor = row.priceMinor ?? product.rrpMinor;
  const currency = row.priceMinor === null ? product.rrpCurrency : row.currency;
  if (amountMinor === null || currency === null) return null;
  return formatMoney(language, { amountMinor, currency, decimals: minorDigitsByCurrency.get(currency) ?? 2 });
}
