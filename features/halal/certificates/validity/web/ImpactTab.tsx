import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/validity/web/ImpactTab.module.css";
import { ImpactView } from "#features/halal/certificates/validity/web/ImpactView.tsx";
import { useLossImpact } from "#features/halal/certificates/validity/web/useLossImpact.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** What rests on a certificate: what would stop if it were suspended at this moment. */
export function ImpactTab({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const { id, version, state } = certificate;
  const isStanding = state === "verified";
  const impact = useLossImpact({ id, version, step: "suspend", isEnabled: isStanding });
  if (!isStanding) return <EmptyState title={t("impact.noneTitle")} text={t("impact.noneText")} />;
  if (impact.error) return <ErrorState error={impact.error} onRetry={() => void impact.refetch()} />;
  if (!impact.data) return <SkeletonRows rows={5} rowPx={56} />;
  return (
    <section className={classes.part}>
      <h2>{t("impact.title")}</h2>
      <p>{t("impact.text")}</p>
      <ImpactView impact={impact.data} />
    </section>
  );
}
