import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { redemptions, type RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { AmountsPart } from "#features/loyalty/promocodes/redemptions/web/AmountsPart.tsx";
import { ChecksPart } from "#features/loyalty/promocodes/redemptions/web/ChecksPart.tsx";
import { LinesPart } from "#features/loyalty/promocodes/redemptions/web/LinesPart.tsx";
import { Receipt } from "#features/loyalty/promocodes/redemptions/web/Receipt.tsx";
import classes from "#features/loyalty/promocodes/redemptions/web/RedemptionScreen.module.css";
import { redemptionsPath, redemptionTones } from "#features/loyalty/promocodes/redemptions/web/useRedemptionTexts.ts";
import { TimelinePart } from "#features/loyalty/promocodes/redemptions/web/TimelinePart.tsx";
import { formatDateTime } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { RecordLink } from "#web/record/RecordLink.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconArrowBackUp, IconPrinter } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const RollbackDialog = lazy(() =>
  import("#features/loyalty/promocodes/redemptions/web/RollbackDialog.tsx").then((module) => ({
    default: module.RollbackDialog,
  })),
);

/** One redemption with everything that led to it and followed from it. */
export function RedemptionScreen() {
  const { redemptionId: id = "" }: { redemptionId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(redemptions.trace, { id });
  if (data) return <Redemption key={id} trace={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

function Redemption({ trace }: { readonly trace: RedemptionTrace }) {
  const t = useMessages("redemptions");
  return (
    <>
      <div className="not-on-paper">
        <RecordPage
          list={{ name: "redemptions", title: t("title"), path: redemptionsPath }}
          id={trace.id}
          title={t("receiptTitle", { ref: trace.orderRef })}
          crumb={trace.orderRef}
          badge={<StatusBadge tone={redemptionTones[trace.status]}>{t(`status.${trace.status}`)}</StatusBadge>}
          facts={<Facts trace={trace} />}
          actions={<Actions trace={trace} />}
        >
          <div className={classes.parts}>
            <AmountsPart trace={trace} />
            <ChecksPart trace={trace} />
            <LinesPart trace={trace} />
            <TimelinePart trace={trace} />
          </div>
        </RecordPage>
      </div>
      <Receipt trace={trace} />
    </>
  );
}

const readPromocode = async () => (await import("#features/loyalty/promocodes/contract.ts")).promocodes.get;
const readRetailer = async () => (await import("#features/retail/retailers/contract.ts")).retailers.get;
const readMember = async () => (await import("#features/loyalty/members/contract.ts")).members.get;

function Facts({ trace }: { readonly trace: RedemptionTrace }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const { campaign, code, retailer, location, member, createdAt } = trace;
  return (
    <>
      <span>{formatDateTime(language, createdAt)}</span>
      <RecordLink needs={readPromocode} to={`/apps/promocode/promocodes/${campaign.id}`}>
        <bdi>{campaign.nameI18n[language] ?? campaign.name}</bdi>
      </RecordLink>
      {code && <bdi dir="ltr">{code}</bdi>}
      <RecordLink needs={readRetailer} to={`/apps/retailer/retailers/${retailer.id}`}>
        <bdi>{retailer.nameI18n[language] ?? retailer.name}</bdi>
      </RecordLink>
      {location && <bdi>{location.name}</bdi>}
      {member && (
        <RecordLink needs={readMember} to={`/apps/promocode/members/${member.id}`}>
          <bdi>{member.label ?? t("member.unknown")}</bdi>
        </RecordLink>
      )}
    </>
  );
}

function Actions({ trace }: { readonly trace: RedemptionTrace }) {
  const t = useMessages("redemptions");
  const can = useCan();
  const [isAsking, setAsking] = useState(false);
  const hasRest = trace.status === "committed" || trace.status === "partially_rolled_back";
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        {t("print")}
      </Button>
      {hasRest && can(redemptionCalls.rollback) && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t("rollback.button")}
        </Button>
      )}
      <Suspense>{isAsking && <RollbackDialog trace={trace} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
