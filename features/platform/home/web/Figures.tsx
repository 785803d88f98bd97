import { Link } from "@tanstack/react-router";
import type { Total } from "#base/list.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import classes from "#features/platform/home/web/Figures.module.css";
import { products } from "#features/catalogue/products/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Figure = {
  readonly name: "certified" | "stopped" | "published" | "shops";
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly total: Total | undefined;
};

/** States of a published product that has lost its certificate. */
const stopped = ["expired", "suspended", "scope_reduced"] as const;

/** Key figures, each with a link to its list. */
export function Figures() {
  const messages = useMessages("home");
  const language = useLanguage();
  const figures = useFigures();
  if (figures.length === 0) return null;
  return (
    <ul className={classes.figures}>
      {figures.map(({ name, to, search, total }) => (
        <li key={name} data-name={name} data-is-none={total?.count === 0 || undefined}>
          <Link to={to} search={search}>
            {messages(`figures.${name}`)}
          </Link>
          <strong>
            {total ? formatNumber(language, total.count) : "–"}
            {total?.isCapped && "+"}
          </strong>
        </li>
      ))}
    </ul>
  );
}

function useFigures(): Figure[] {
  const can = useCan();
  const [canCertificates, canProducts, canRetailers] = [
    can(certificates.countByState),
    can(products.list),
    can(retailers.countByStatus),
  ];
  const page = { sort: "name", limit: 25, count: "capped" } as const;
  const states = useRead(certificates.countByState, {}, { isEnabled: canCertificates }).data?.byState;
  const published = useRead(products.countByStatus, {}, { isEnabled: canProducts }).data?.byStatus.published;
  const lost = useRead(
    products.list,
    { ...page, status: ["published"], halal: [...stopped] },
    { isEnabled: canProducts },
  ).data?.total;
  const shops = useRead(retailers.countByStatus, {}, { isEnabled: canRetailers }).data?.byStatus.active;
  return [
    ...(canCertificates ? [{ ...certifiedList, total: states && sum(states.valid, states.expiring) }] : []),
    ...(canProducts
      ? [
          { ...publishedList, total: published },
          { ...stoppedList, total: lost ?? undefined },
        ]
      : []),
    ...(canRetailers ? [{ ...retailerList, total: shops }] : []),
  ];
}

const certifiedList = { name: "certified", to: "/apps/cert/certs", search: { state: "valid,expiring" } } as const;
const publishedList = {
  name: "published",
  to: "/apps/brand-product/brand-products",
  search: { status: "published" },
} as const;
const stoppedList = {
  name: "stopped",
  to: "/apps/brand-product/brand-products",
  search: { status: "published", halal: stopped.join(",") },
} as const;
const retailerList = { name: "shops", to: "/apps/retailer/retailers", search: { status: "active" } } as const;

const sum = (one: Total, other: Total): Total => ({
  count: one.count + other.count,
  isCapped: one.isCapped || other.isCapped,
});
