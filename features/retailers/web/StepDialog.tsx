import { retailers } from "#features/retailers/contract.ts";
import { type Impact, type Retailer, retailerLimits, type Transition } from "#features/retailers/contract/records.ts";
import { type RetailerVerb, verbOf } from "#features/retailers/rules.ts";
import classes from "#features/retailers/web/StepDialog.module.css";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import type { AskedStep } from "#web/record/RecordSteps.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

type StepDialogProps = AskedStep & {
  readonly retailer: Retailer;
  readonly step: Transition;
  readonly showsImpact: boolean;
};

/** A step that is thought over: what would follow elsewhere, and why it is taken. Only what was shown is done. */
export function StepDialog({ retailer, step, showsImpact, isPending, error, onConfirm, onClose }: StepDialogProps) {
  const t = useWords("retailers");
  const { data, ...query } = useRead(
    retailers.previewStatus,
    { id: retailer.id, to: step.to },
    { isEnabled: showsImpact },
  );
  const verb = verbOf(retailer.status, step.to) as Exclude<RetailerVerb, "submit" | "approve" | "reactivate">;
  return (
    <ReasonDialog
      title={t(`steps.${verb}.title`, { name: retailer.tradingName })}
      text={t(`steps.${verb}.text`)}
      confirmLabel={t(`steps.${verb}.confirm`)}
      reasonMax={step.needsReason ? retailerLimits.statusReasonMax : 0}
      isReady={!showsImpact || (data !== undefined && !query.isFetching)}
      isPending={isPending}
      error={error}
      onConfirm={(reason) =>
        onConfirm({ ...(reason ? { reason } : {}), ...(data ? { fingerprint: data.fingerprint } : {}) })
      }
      onClose={onClose}
    >
      {showsImpact &&
        (query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : data ? (
          <ImpactList impact={data} />
        ) : (
          <SkeletonRows rows={2} rowPx={32} />
        ))}
    </ReasonDialog>
  );
}

function ImpactList({ impact }: { readonly impact: Impact }) {
  const t = useWords("retailers");
  const language = useLanguage();
  const counted = impact.consequences.filter(({ count }) => count > 0);
  if (counted.length === 0) return <p className={classes.none}>{t("impact.none")}</p>;
  return (
    <ul className={classes.impact} aria-label={t("impact.title")}>
      {counted.map(({ resource, verb, count }) => (
        <li key={`${resource}.${verb}`}>
          {t([`impact.${resource}.${verb}`, "impact.other"], {
            count,
            figure: formatNumber(language, count),
            resource,
            verb,
          })}
        </li>
      ))}
    </ul>
  );
}
