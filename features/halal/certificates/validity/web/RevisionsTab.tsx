import { Link } from "@tanstack/react-router";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { type EffectiveState } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/validity/web/RevisionsTab.module.css";
import { StateBadge } from "#features/halal/certificates/web/StateBadge.tsx";
import { formatDate, formatNumber, formatPlannedDay } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The revisions before and after, newest first: the first and the last valid day of each. */
export function RevisionsTab({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { data, error, refetch } = useRead(certificates.listRevisions, { id: certificate.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} rowPx={64} />;
  return (
    <ol className={classes.revisions}>
      {data.rows.map((row) => (
        <li key={row.id} aria-current={row.isCurrent || undefined}>
          <b>{t("revision", { figure: formatNumber(language, row.revision) })}</b>
          <span>
            <Link to={`/apps/cert/certs/${row.id}`}>
              <bdi>{row.code}</bdi>
            </Link>{" "}
            <bdi dir="ltr">{row.certificateNo}</bdi>
          </span>
          <StateBadge state={row.effectiveState as EffectiveState} />
          <span className={classes.days}>
            {row.validFrom && formatPlannedDay(language, row.validFrom)} –{" "}
            {row.expiresOn ? formatPlannedDay(language, row.expiresOn) : t("openEnded")}
            {row.lastDay &&
              row.lastDay !== row.expiresOn &&
              ` · ${t("standsUntil", { day: formatDate(language, row.lastDay) })}`}
          </span>
          <span className={classes.days}>
            {t("scope.lines", { count: row.listed, figure: formatNumber(language, row.listed) })}
          </span>
        </li>
      ))}
    </ol>
  );
}
