import { Link } from "@tanstack/react-router";
import type { Impact } from "#features/certificates/contract/scope.ts";
import classes from "#features/certificates/web/ImpactView.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconBuildingStore, IconCheck, IconPackage } from "#web/ui/icons.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const shownMax = 6;

/** What would follow in figures and by name, and what stays as it is. */
export function ImpactView({ impact }: { readonly impact: Impact }) {
  const t = useWords("certificates");
  const language = useLanguage();
  const figure = (value: number) => formatNumber(language, value);
  const { consequences, products, productCount, coveredCount } = impact;
  const facts = consequences.flatMap(({ resource, verb, count, facts: further }) => [
    { key: `${resource}.${verb}`, count, label: t(`impact.${resource}.${verb}`, { count }) },
    ...Object.entries(further).map(([name, value]) => ({
      key: `${resource}.${verb}.${name}`,
      count: value,
      label: t(`impact.facts.${name}`, { count: value }),
    })),
  ]);
  const uncovered = products.filter(({ coveredBy }) => coveredBy.length === 0);
  const covered = products.filter(({ coveredBy }) => coveredBy.length > 0);
  return (
    <div className={classes.impact}>
      <p className={classes.lead}>
        {t("impact.lead", { count: productCount - coveredCount, figure: figure(productCount - coveredCount) })}
      </p>
      <dl className={classes.figures}>
        <div>
          <dt>{t("impact.products", { count: productCount })}</dt>
          <dd>{figure(productCount)}</dd>
        </div>
        {facts.map(({ key, count, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{figure(count)}</dd>
          </div>
        ))}
      </dl>
      {consequences.map((consequence) => (
        <ReachedList key={`${consequence.resource}.${consequence.verb}`} consequence={consequence} />
      ))}
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

type ReachedListProps = { readonly consequence: Impact["consequences"][number] };

/** The retailers that it reaches by name, as far as the reader may see them, and how many others there are. */
function ReachedList({ consequence: { reaches, facts } }: ReachedListProps) {
  const t = useWords("certificates");
  const language = useLanguage();
  const more = (facts.retailers ?? 0) - reaches.length;
  if (reaches.length === 0) return null;
  return (
    <ul className={classes.products} aria-label={t("impact.reached")}>
      {reaches.map(({ id, name, nameI18n, count }) => (
        <li key={id}>
          <IconBuildingStore size={16} aria-hidden />
          <Link to={`/apps/retailer/assign-products/${id}?tab=assigned`}>
            <bdi>{nameI18n[language] ?? name}</bdi>
          </Link>
          <span>{t("impact.reachedProducts", { count, figure: formatNumber(language, count) })}</span>
        </li>
      ))}
      {more > 0 && <li>{t("impact.more", { figure: formatNumber(language, more) })}</li>}
    </ul>
  );
}
