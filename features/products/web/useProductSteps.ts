import { useRouter } from "@tanstack/react-router";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { products } from "#features/products/contract.ts";
import type { Product, ProductStatus } from "#features/products/contract/product.ts";
import { verbOf } from "#features/products/rules.ts";
import { refresh, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm, useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useReach } from "#web/useReach.ts";
import { useWords } from "#web/useWords.ts";

const refreshes = [products.list, products.countByStatus, products.get, products.activity, products.halal];

/** Takes a product's next step, or deletes it. Archiving and deleting ask first; a refusal tells why, and what can be done instead. */
export function useProductSteps(product: Product) {
  const t = useWords("products");
  const recordWords = useWords("record");
  const router = useRouter();
  const toast = useToast();
  const confirm = useConfirm();
  const deleteNamed = useDeleteFlow();
  const { queryClient } = useReach();
  const change = useWrite(products.changeStatus, { refreshes });
  const removal = useWrite(products.remove, { refreshes: [products.list, products.countByStatus] });

  const take = async (to: ProductStatus, reason?: string): Promise<boolean> => {
    const verb = verbOf(product.status, to);
    if (to === "archived" && !(await confirm(archiveQuestion()))) return false;
    try {
      await change.mutateAsync({ id: product.id, version: product.version, to, ...(reason ? { reason } : {}) });
    } catch (error) {
      // The next try begins from the product as it is.
      if (hasCode(error, commonRefusals.version_conflict)) await refresh(queryClient, refreshes);
      if (reason === undefined) toast({ variant: "error", text: textOf(error) });
      return false;
    }
    toast({ text: t(`steps.${verb}.done`, { name: product.name }) });
    return true;
  };
  const archiveQuestion = () => ({
    title: t("steps.archive.title", { name: product.name }),
    text: t("steps.archive.text"),
    confirmLabel: t("steps.archive.confirm"),
    isDangerous: true,
  });
  const remove = async () => {
    const canArchive = product.allowedTransitions.some(({ to, isAllowed }) => to === "archived" && isAllowed);
    const archiving = { label: recordWords("remove.archiveInstead"), onAction: () => void take("archived") };
    const isDeleted = await deleteNamed({
      named: product.name,
      remove: () => removal.mutateAsync({ id: product.id, version: product.version }),
      instead: canArchive ? archiving : undefined,
    });
    if (isDeleted)
      void router.navigate({ to: "/apps/brand-product/brand-products", replace: true, ignoreBlocker: true });
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
