import { Link } from "@tanstack/react-router";
import classes from "#features/halal/certificates/validity/web/ImpactView.module.css";
import { formatNumber } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { IconCheck, IconPackage } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { CertificateImpact } from "#features/halal/certificates/validity/contract.ts";

const shownMax = 6;

/** What would follow in figures and by name, and what stays as it is. */
export function ImpactView({ impact }: { readonly impact: CertificateImpact }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const figure = (value: number) => formatNumber(language, value);
  const { consequences, products, productCount, coveredCount } = impact;
  const uncovered = products.filter(({ coveredBy }) => coveredBy.length === 0);
  const covered = products.filter(({ coveredBy }) => coveredBy.length > 0);
  return (
    <div className={classes.impact}>
      <p className={classes.lead}>
        {t("impact.lead", { count: productCount - coveredCount, figure: figure(productCount - coveredCount) })}
      </p>
      <Consequences
        consequences={consequences}
        figures={[{ key: "listed", count: productCount, label: t("impact.products", { count: productCount }) }]}
      />
      {uncovered.length > 0 && (
        <ul className={classes.products}>
          {uncovered.slice(0, shownMax).map(({ id, code, name, nameI18n }) => (
            <li key={id}>
              <IconPackage size={16} aria-hidden />
              <bdi>{nameI18n[language] ?? name}</bdi>
              <span>
                <bdi>{code}</bdi>
              </span>
            </li>
          ))}
          {productCount - coveredCount > shownMax && (
            <li>{t("impact.more", { figure: figure(productCount - coveredCount - shownMax) })}</li>
          )}
        </ul>
      )}
      {covered.length > 0 && (
        <ul className={classes.kept}>
          {covered.slice(0, shownMax).map(({ id, name, nameI18n, coveredBy: [other] }) => (
            <li key={id}>
              <IconCheck size={16} aria-hidden />
              <span>
                {t("impact.kept", { name: nameI18n[language] ?? name })}{" "}
                <Link to={`/apps/cert/certs/${other!.id}`}>
                  <bdi>{other!.code}</bdi>
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
