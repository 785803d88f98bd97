import { useRouter } from "@tanstack/react-router";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { type Brand, type BrandStatus, brands } from "#features/brands/contract.ts";
import { verbOf } from "#features/brands/rules.ts";
import { refresh, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm, useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useReach } from "#web/useReach.ts";
import { useWords } from "#web/useWords.ts";

const refreshes = [brands.list, brands.countByStatus, brands.get, brands.activity];

/** Takes a brand's next step, or deletes it. Archiving and deleting ask first; a refusal tells why, and what can be done instead. */
export function useBrandSteps(brand: Brand) {
  const t = useWords("brands");
  const recordWords = useWords("record");
  const router = useRouter();
  const toast = useToast();
  const confirm = useConfirm();
  const deleteNamed = useDeleteFlow();
  const { queryClient } = useReach();
  const change = useWrite(brands.changeStatus, { refreshes });
  const removal = useWrite(brands.remove, { refreshes: [brands.list, brands.countByStatus] });

  const take = async (to: BrandStatus, reason?: string): Promise<boolean> => {
    const verb = verbOf(brand.status, to);
    if (to === "archived" && !(await confirm(archiveQuestion()))) return false;
    try {
      await change.mutateAsync({ id: brand.id, version: brand.version, to, ...(reason ? { reason } : {}) });
    } catch (error) {
      // The next try begins from the brand as it is.
      if (hasCode(error, commonRefusals.version_conflict)) await refresh(queryClient, refreshes);
      if (reason === undefined) toast({ variant: "error", text: textOf(error) });
      return false;
    }
    toast({ text: t(`steps.${verb}.done`, { name: brand.name }) });
    return true;
  };
  const archiveQuestion = () => ({
    title: t("steps.archive.title", { name: brand.name }),
    text: t("steps.archive.text"),
    confirmLabel: t("steps.archive.confirm"),
    isDangerous: true,
  });
  const remove = async () => {
    const canArchive = brand.allowedTransitions.some(({ to, isAllowed }) => to === "archived" && isAllowed);
    const archiving = { label: recordWords("remove.archiveInstead"), onAction: () => void take("archived") };
    const isDeleted = await deleteNamed({
      named: brand.name,
      remove: () => removal.mutateAsync({ id: brand.id, version: brand.version }),
      instead: canArchive ? archiving : undefined,
    });
    if (isDeleted) void router.navigate({ to: "/apps/brand/brands", replace: true, ignoreBlocker: true });
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
