import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";
import { retailerSettlement } from "#features/retail/retailers/settlement/contract.ts";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { call } from "#web/call.ts";
import { formatDateTime } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconEye, IconPencil, IconWallet } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const SettlementDialog = lazy(() =>
  import("#features/retail/retailers/settlement/web/SettlementDialog.tsx").then((module) => ({
    default: module.SettlementDialog,
  })),
);

const StatementLink = lazy(() =>
  import("#features/retail/retailers/settlement/web/StatementLink.tsx").then((module) => ({
    default: module.StatementLink,
  })),
);

/** The payout account of a retailer. Masked; viewing it in full is logged. */
export function SettlementTab({ retailer }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const { account, reveal } = useReveal(retailer.id);
  const { data, error, refetch, isFetching } = useRead(retailerSettlement.read, { id: retailer.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={48} />;
  const { settlement, version } = data;
  const facts = settlement && [
    [t("settlement.method"), t(`settlementMethod.${settlement.method}`)],
    [t("settlement.holder"), settlement.holder],
    [t("settlement.account"), account ?? settlement.masked],
    [t("settlement.since"), formatDateTime(language, settlement.changedAt)],
  ];
  return (
    <div className={classes.part}>
      <CardSection
        title={t("tabs.settlement")}
        lead={t("settlement.lead")}
        badge={
          can(retailerSettlement.change) &&
          !isFinal(retailer.status) && (
            <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setOpen(true)}>
              {t(settlement ? "settlement.change" : "settlement.enter")}
            </Button>
          )
        }
      >
        {facts === null ? (
          <EmptyState
            icon={<IconWallet size={24} aria-hidden />}
            title={t("settlement.none")}
            text={t("settlement.noneText")}
          />
        ) : (
          <>
            <dl className={classes.facts}>
              {facts.map(([title, text]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    <bdi>{text}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
            {can(retailerSettlement.reveal) && account === null && (
              <div className={classes.buttons}>
                <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => void reveal()}>
                  {t("settlement.reveal")}
                </Button>
              </div>
            )}
          </>
        )}
        <p className={classes.dimmed}>{t("settlement.terms", { count: retailer.settlementTermsDays })}</p>
        <Suspense>
          <StatementLink retailerId={retailer.id} />
        </Suspense>
      </CardSection>
      <Suspense>
        {isOpen && <SettlementDialog retailer={retailer} version={version} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

/** Requested each time, and never cached. */
function useReveal(id: string) {
  const toast = useToast();
  const { transport } = useApiClient();
  const [account, setAccount] = useState<string | null>(null);
  const reveal = async () => {
    try {
      setAccount((await call(transport, retailerSettlement.reveal, { id })).account);
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return { account, reveal };
}
