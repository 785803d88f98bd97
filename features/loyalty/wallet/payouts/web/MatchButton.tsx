import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type PayoutResult, payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { useCan } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

const MatchDialog = lazy(() =>
  import("#features/loyalty/wallet/payouts/web/MatchDialog.tsx").then((module) => ({ default: module.MatchDialog })),
);

type MatchProps = { readonly batchId: string; readonly result: PayoutResult };

/** Matches a row of PayPal's report that names no known payment with one of this batch. */
export function MatchButton({ batchId, result }: MatchProps) {
  const t = useMessages("payouts");
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (!can(payouts.match)) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t("match.button")}
      </Button>
      <Suspense>{isOpen && <MatchDialog batchId={batchId} result={result} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
