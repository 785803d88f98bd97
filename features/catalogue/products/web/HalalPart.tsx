import { dayIn } from "#base/days.ts";
import { lastValidDay } from "#base/expiry.ts";
import { type Product, products } from "#features/catalogue/products/contract.ts";
import type { ProductHalal } from "#features/catalogue/products/contract/relatedRecords.ts";
import { HalalBadge } from "#features/catalogue/products/web/HalalBadge.tsx";
import classes from "#features/catalogue/products/web/HalalPart.module.css";
import { formatPlannedDay } from "#web/formats.ts";
import { useOperations } from "#web/list/useOperations.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Evidence = ProductHalal["certificates"][number];

const tones: Readonly<Record<Evidence["standing"], Tone>> = {
  stands: "ok",
  expired: "error",
  suspended: "error",
  scope_reduced: "error",
  withdrawn: "error",
  body_suspended: "error",
  not_started: "info",
  unverified: "info",
};

const certificateOperations = [
  async () => (await import("#features/halal/certificates/contract.ts")).certificates.create,
];

/** What is known of the product's halal state now, why, and every certificate that names or named it. */
export function HalalPart({ record: product }: { readonly record: Product }) {
  const t = useMessages("products");
  const [create] = useOperations(certificateOperations);
  const { data, error, refetch, isFetching } = useRead(products.halal, { id: product.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} rowPx={72} />;
  return (
    <section className={classes.part}>
      <div className={classes.state}>
        <HalalBadge state={data.state}>{t(`halal.${data.state}`)}</HalalBadge>
        <p>{t(`halalText.${data.state}`)}</p>
      </div>
      <dl className={classes.facts}>
        <dt>{t("halalFacts.relevance")}</dt>
        <dd>{t(data.relevance === null ? "relevance.none" : `relevance.${data.relevance}`)}</dd>
        <dt>{t("fields.halalClaim")}</dt>
        <dd>{t(`halalClaim.${product.halalClaim}`)}</dd>
      </dl>
      <div className={classes.title}>
        <h2>{t("evidence.title")}</h2>
        {create && product.status !== "archived" && (
          <LinkButton
            variant="default"
            operation={create}
            to="/apps/cert/certs/new"
            search={{ product: product.id, brand: product.brand.id }}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t("evidence.add")}
          </LinkButton>
        )}
      </div>
      {data.certificates.length === 0 ? (
        <p className={classes.none}>{t("evidence.none")}</p>
      ) : (
        <ol className={classes.list}>
          {data.certificates.map((evidence) => (
            <EvidenceLine key={evidence.certificateId} evidence={evidence} />
          ))}
        </ol>
      )}
    </section>
  );
}

function EvidenceLine({ evidence }: { readonly evidence: Evidence }) {
  const t = useMessages("products");
  const language = useLanguage();
  const { startsAt, endsAt, heldUntil, timezone } = evidence;
  const shown = (day: string | null) => (day === null ? null : formatPlannedDay(language, day));
  const from = shown(startsAt && dayIn(startsAt, timezone));
  const to = shown(lastValidDay(endsAt, timezone));
  return (
    <li className={classes.line} data-deciding={evidence.isDeciding || undefined}>
      <div className={classes.head}>
        <strong>
          <bdi>{evidence.bodyAcronym}</bdi> <bdi dir="ltr">{evidence.certificateNo}</bdi>
        </strong>
        <StatusBadge tone={evidence.isExpiring && evidence.standing === "stands" ? "warn" : tones[evidence.standing]}>
          {t(`standing.${evidence.isExpiring && evidence.standing === "stands" ? "expiring" : evidence.standing}`)}
        </StatusBadge>
        {evidence.isDeciding && <span className={classes.deciding}>{t("evidence.deciding")}</span>}
      </div>
      <p>
        <bdi>{evidence.code}</bdi> · <bdi>{evidence.bodyName}</bdi>
        {evidence.revision > 1 && ` · ${t("evidence.revision", { revision: evidence.revision })}`}
      </p>
      <p>
        {to === null ? t("evidence.openEnded", { from: from ?? "…" }) : t("evidence.period", { from: from ?? "…", to })}
        {heldUntil && ` · ${t("evidence.heldUntil", { day: shown(lastValidDay(heldUntil, timezone)) })}`}
      </p>
      <p className={classes.quiet}>
        {t("evidence.named")} <bdi>{evidence.nameOnCertificate}</bdi> ·{" "}
        {t(`evidenceLevels.${evidence.evidenceLevel}`, { defaultValue: evidence.evidenceLevel })} ·{" "}
        {t(`stunning.${evidence.stunningPolicy}`, { defaultValue: evidence.stunningPolicy })}
      </p>
      {evidence.reason && <p dir="auto">{evidence.reason}</p>}
    </li>
  );
}
