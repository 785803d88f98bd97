import { useRouter } from "@tanstack/react-router";
import { bulkRefusals } from "#base/bulk.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { retailers } from "#features/retailers/contract.ts";
import type { Retailer, RetailerStatus } from "#features/retailers/contract/records.ts";
import { verbOf } from "#features/retailers/rules.ts";
import { refresh, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useReach } from "#web/useReach.ts";
import { useWords } from "#web/useWords.ts";

const refreshes = [retailers.list, retailers.countByStatus, retailers.get, retailers.activity];

type Step = { readonly to: RetailerStatus; readonly reason?: string; readonly fingerprint?: string };

/** Takes a retailer's next step, or deletes it. A refusal tells why. */
export function useRetailerSteps(retailer: Retailer) {
  const t = useWords("retailers");
  const router = useRouter();
  const toast = useToast();
  const deleteNamed = useDeleteFlow();
  const { queryClient } = useReach();
  const change = useWrite(retailers.changeStatus, { refreshes });
  const removal = useWrite(retailers.remove, { refreshes: [retailers.list, retailers.countByStatus] });
  const name = retailer.tradingName;

  const take = async ({ to, reason, fingerprint }: Step): Promise<boolean> => {
    const verb = verbOf(retailer.status, to);
    const how = { ...(reason ? { reason } : {}), ...(fingerprint ? { fingerprint } : {}) };
    try {
      await change.mutateAsync({ id: retailer.id, version: retailer.version, to, ...how });
    } catch (error) {
      // The next try begins from the retailer as it is, and from what would follow now.
      if (hasCode(error, commonRefusals.version_conflict)) await refresh(queryClient, refreshes);
      if (hasCode(error, bulkRefusals.preview_stale)) await refresh(queryClient, [retailers.previewStatus]);
      if (fingerprint === undefined && reason === undefined) toast({ variant: "error", text: textOf(error) });
      return false;
    }
    toast({ text: t(`steps.${verb}.done`, { name }) });
    return true;
  };
  const remove = async () => {
    const isDeleted = await deleteNamed({
      named: name,
      remove: () => removal.mutateAsync({ id: retailer.id, version: retailer.version }),
    });
    if (isDeleted) void router.navigate({ to: "/apps/retailer/retailers", replace: true, ignoreBlocker: true });
  };
  return {
    take,
    remove,
    pendingTo: change.isPending ? (change.variables?.to ?? null) : null,
    error: change.error,
  };
}

const hasCode = (error: unknown, { code }: { readonly code: string }) =>
  error instanceof Refusal && error.code === code;
