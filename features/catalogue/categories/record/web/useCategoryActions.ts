import { useRouter } from "@tanstack/react-router";
import { Refusal } from "#base/refusal.ts";
import { type Category, categories, categoryRefusals } from "#features/catalogue/categories/contract.ts";
import { categoryReads } from "#features/catalogue/categories/record/web/useCategoryMutations.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useCan } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Archives, restores and deletes. What is refused because it is in use can be merged instead. */
export function useCategoryActions(category: Category, onMerge: () => void) {
  const t = useMessages("categories");
  const can = useCan();
  const router = useRouter();
  const toast = useToast();
  const deleteNamed = useDeleteFlow();
  const change = useWrite(categories.changeStatus, { refreshes: categoryReads });
  const removal = useWrite(categories.remove, { refreshes: [categories.tree, categories.list] });
  const merging = can(categories.merge) ? { label: t("mergeInto"), onAction: onMerge } : undefined;
  const { id, version, name } = category;

  const changeStatus = async (to: Category["status"]) => {
    try {
      await change.mutateAsync({ id, version, to });
      toast({ text: t(to === "archived" ? "steps.archived" : "steps.restored", { name }) });
    } catch (error) {
      const isInUse = error instanceof Refusal && error.code === categoryRefusals.category_in_use.code;
      toast({ variant: "warning", text: textOf(error), ...(isInUse && merging ? { action: merging } : {}) });
    }
  };
  const remove = async () => {
    const isDeleted = await deleteNamed({
      named: name,
      remove: () => removal.mutateAsync({ id, version }),
      instead: category.status === "active" ? merging : undefined,
    });
    if (isDeleted) void router.navigate({ to: "/apps/category/categories", replace: true, ignoreBlocker: true });
  };
  return { changeStatus, remove };
}
