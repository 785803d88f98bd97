import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { addDays, instantAt, isDay } from "#base/days.ts";
import type { Input } from "#base/contract.ts";
import { type Statement, statements } from "#features/loyalty/wallet/contract/statements.ts";
import { StatementDocument } from "#features/loyalty/wallet/statements/web/StatementDocument.tsx";
import { type Chosen, useChosenStatement } from "#features/loyalty/wallet/statements/web/useChosenStatement.ts";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { useExportFile } from "#web/list/useExportFile.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { useSettings } from "#web/settings/useSettings.ts";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDownload, IconPrinter } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const StatementFields = lazy(() =>
  import("#features/loyalty/wallet/statements/web/StatementFields.tsx").then((module) => ({
    default: module.StatementFields,
  })),
);

/** What changed the accounts of a member, brand or retailer in a period: to print, or as a CSV file. */
export function StatementsScreen() {
  const t = useMessages("statements");
  const { chosen, choose } = useChosenStatement();
  const { timeZone } = useSettings();
  const input = inputOf(chosen, timeZone);
  const { data, error, refetch, isFetching } = useRead(statements.get, input ?? neverRead, {
    isEnabled: input !== null,
    keepsPrevious: true,
  });
  return (
    <Page title={t("title")} actions={input && data && <StatementActions input={input} />} keepsActions>
      <div className="not-on-paper">
        <WalletTabs />
      </div>
      <Suspense fallback={<SkeletonRows rows={4} rowPx={88} />}>
        <div className="not-on-paper">
          <StatementFields chosen={chosen} currencies={currenciesOf(chosen, data)} onChoose={choose} />
        </div>
        {input === null ? (
          <p>{t(chosen.id === null ? "chooseOwner" : "choosePeriod")}</p>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : data ? (
          <StatementDocument statement={data} />
        ) : (
          <SkeletonRows rows={9} rowPx={40} />
        )}
      </Suspense>
    </Page>
  );
}

const neverRead = { ownerKind: "brand", ownerId: "", from: "", to: "" } as const;

/** Null until an owner and a period are chosen. */
function inputOf({ owner, id, currency, from, to }: Chosen, timeZone: string): Input<typeof statements.get> | null {
  if (id === null || !isDay(from) || !isDay(to)) return null;
  return {
    ownerKind: owner,
    ownerId: id,
    ...(currency === null ? {} : { currency }),
    from: instantAt({ day: from, minute: 0, timeZone }),
    to: instantAt({ day: addDays(to, 1), minute: 0, timeZone }),
  };
}

const currenciesOf = ({ currency }: Chosen, statement: Statement | undefined): string[] => [
  ...new Set([...(statement?.currencies ?? []), ...(currency === null ? [] : [currency])]),
];

function StatementActions({ input }: { readonly input: Input<typeof statements.get> }) {
  const t = useMessages("statements");
  const can = useCan();
  const toast = useToast();
  const exportFile = useExportFile();
  const { queryClient } = useApiClient();
  const saving = useMutation(
    {
      mutationFn: () => exportFile({ operation: statements.exportCsv, input }),
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  return (
    <>
      <Button
        variant="default"
        className="not-on-paper"
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        {t("print")}
      </Button>
      {can(statements.exportCsv) && (
        <Button
          variant="default"
          className="not-on-paper"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t("csv")}
        </Button>
      )}
    </>
  );
}
