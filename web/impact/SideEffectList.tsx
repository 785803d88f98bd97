import { Link } from "@tanstack/react-router";
import type { SideEffectSummary } from "#base/impact.ts";
import { formatNumber } from "#web/formats.ts";
import classes from "#web/impact/SideEffectList.module.css";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { IconBuildingStore, IconPackage, IconTicket } from "#web/ui/icons.ts";
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
  const { link, more: moreKey, Icon } = kinds[resource] ?? retailers;
  // Retailers have a count of their own; others are counted directly.
  const more = (resource in kinds ? count : (facts.retailers ?? 0)) - named.length;
  if (named.length === 0) return null;
  return (
    <ul className={classes.reached} aria-label={t(`reached.${verb}`, { defaultValue: verb })}>
      {named.map(({ id, code, name, nameI18n, count: each }) => (
        <li key={id}>
          <Icon size={16} aria-hidden />
          <Link to={link(id)}>
            <bdi>{nameI18n[language] ?? name}</bdi>
          </Link>
          <span>{resource in kinds ? code : t("products", { count: each, figure: formatNumber(language, each) })}</span>
        </li>
      ))}
      {more > 0 && <li>{t(moreKey, { count: more, figure: formatNumber(language, more) })}</li>}
    </ul>
  );
}

/** How the reached records of a consequence are shown. */
type ReachedKind = {
  readonly link: (id: string) => string;
  readonly more: "more" | "moreProducts" | "morePromocodes";
  readonly Icon: typeof IconPackage;
};
const retailers: ReachedKind = {
  link: (id) => `/apps/retailer/assign-products/${id}?tab=assigned`,
  more: "more",
  Icon: IconBuildingStore,
};
/** Those that are named by their code. */
const kinds: Readonly<Record<string, ReachedKind>> = {
  products: { link: (id) => `/apps/brand-product/brand-products/${id}`, more: "moreProducts", Icon: IconPackage },
  promocodes: { link: (id) => `/apps/promocode/promocodes/${id}`, more: "morePromocodes", Icon: IconTicket },
};
