import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import { categories, type Impact, type TreeRow } from "#features/categories/contract.ts";
import { movedRows, type Place, problemOfMove, relevanceUnder } from "#features/categories/rules.ts";
import { useImpactQuestion } from "#features/categories/web/useImpactQuestion.tsx";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useReach } from "#web/useReach.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Moves a category: shown at once, asked about first where products would be judged otherwise, and told how it went. */
export function useTreeMoves(rows: readonly TreeRow[], withArchived: boolean) {
  const t = useWords("categories");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const askImpact = useImpactQuestion();
  const { transport, queryClient } = useReach();
  const [said, setSaid] = useState("");
  const nameOf = (id: string | null) => {
    const row = rows.find((each) => each.id === id);
    return row === undefined ? t("topLevel") : (row.nameI18n[language] ?? row.name);
  };
  const impactOf = (row: TreeRow, place: Place): Promise<Impact | null> =>
    relevanceUnder(rows, row, place.parentId) === row.effectiveHalalRelevance || row.productCount === 0
      ? Promise.resolve(null)
      : call(transport, categories.previewMove, { id: row.id, ...place });
  const show = (shown: readonly TreeRow[]) =>
    queryClient.setQueryData(keyOf(categories.tree, { withArchived }), { rows: shown });

  const moveTo = async (id: string, place: Place): Promise<void> => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return;
    const problem = problemOfMove(rows, id, place);
    if (problem !== null) return void toast({ variant: "warning", text: t(`refusals.${problem}`, { maximum: 5 }) });
    try {
      const impact = await impactOf(row, place);
      if (impact !== null && !(await askImpact(impact, t("moving", { name: nameOf(id) })))) return;
      show(movedRows(rows, id, place));
      await call(transport, categories.move, { id, version: row.version, ...place });
      setSaid(t("movedTo", { name: nameOf(id), parent: nameOf(place.parentId) }));
    } catch (error) {
      toast({ variant: error instanceof Refusal ? "warning" : "error", text: textOf(error) });
    }
    await refresh(queryClient, [categories.tree, categories.list, categories.get, categories.activity]);
  };
  return { moveTo, mayMove: can(categories.move), said };
}
