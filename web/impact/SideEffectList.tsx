import { Link } from "@tanstack/react-router";
import type { SideEffectSummary } from "#base/impact.ts";
import { formatNumber } from "#web/formats.ts";
import classes from "#web/impact/SideEffectList.module.css";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { IconBuildingStore, IconPackage } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

export type SideEffectListProps = {
  readonly consequences: readonly SideEffectSummary[];
  /** Shown before the list: what the change itself does. */
  readonly figures?: readonly Figure[];
};

type Figure = { readonly key: string; readonly count: number; readonly label: string };

const namedMax = 5;
const none: readonly Figure[] = [];

/** The impact of a change: counts, and the affected records by name. The same list in every preview. */
export function SideEffectList({ consequences, figures = none }: SideEffectListProps) {
  const t = useMessages("impact");
  const language = useLanguage();
  const withImpact = consequences.filter(({ count }) => count > 0);
  const shown = [...figures, ...withImpact.flatMap((consequence) => figuresOf(consequence, t))];
  return (
    <div className={classes.impact} role="group" aria-label={t("label")}>
      {withImpact.length === 0 && <p className={classes.none}>{t("none")}</p>}
      {shown.length > 0 && (
        <dl className={classes.figures}>
          {shown.map(({ key, count, label }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{formatNumber(language, count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {withImpact.map((consequence) => (
        <ReachedList key={`${consequence.resource}.${consequence.verb}`} consequence={consequence} />
      ))}
    </div>
  );
}

function figuresOf({ resource, verb, count, facts }: SideEffectSummary, t: Translate<MessageKey<"impact">>): Figure[] {
  const key = `${resource}.${verb}`;
  return [
    { key, count, label: t(key, { count, defaultValue: t("other", { resource, verb }) }) },
    ...Object.entries(facts).map(([name, value]) => ({
      key: `${key}.${name}`,
      count: value,
      label: t(`facts.${name}`, { count: value, defaultValue: name }),
    })),
  ];
}

/** Names the records that the reader may see, and counts the others. */
function ReachedList({
  consequence: { resource, verb, count, reaches, facts },
}: {
  readonly consequence: SideEffectSummary;
}) {
  const t = useMessages("impact");
  const language = useLanguage();
  const named = reaches.slice(0, namedMax);
  // Products are counted directly, retailers by a count of their own.
  const isOfProducts = resource === "products";
  const more = (isOfProducts ? count : (facts.retailers ?? 0)) - named.length;
  if (named.length === 0) return null;
  return (
    <ul className={classes.reached} aria-label={t(`reached.${verb}`, { defaultValue: verb })}>
      {named.map(({ id, code, name, nameI18n, count: each }) => (
        <li key={id}>
          {isOfProducts ? <IconPackage size={16} aria-hidden /> : <IconBuildingStore size={16} aria-hidden />}
          <Link
            to={
              isOfProducts
                ? `/apps/brand-product/brand-products/${id}`
                : `/apps/retailer/assign-products/${id}?tab=assigned`
            }
          >
            <bdi>{nameI18n[language] ?? name}</bdi>
          </Link>
          <span>{isOfProducts ? code : t("products", { count: each, figure: formatNumber(language, each) })}</span>
        </li>
      ))}
      {more > 0 && (
        <li>{t(isOfProducts ? "moreProducts" : "more", { count: more, figure: formatNumber(language, more) })}</li>
      )}
    </ul>
  );
}
