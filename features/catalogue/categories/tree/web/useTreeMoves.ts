import { useRef, useState } from "react";
import { isWaiting } from "#base/approvals.ts";
import { Refusal } from "#base/refusal.ts";
import { categories, type TreeRow } from "#features/catalogue/categories/contract.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { holdsOtherwise, movedRows, type Place, problemOfMove } from "#features/catalogue/categories/rules.ts";
import { useImpactQuestion } from "#features/catalogue/categories/web/useImpactQuestion.tsx";
import { call } from "#web/call.ts";
import type { PreviewToken } from "#web/record/saveWithPreview.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { loadRecordMessages } from "#web/record/withRecordMessages.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/**
 * Moves a category: shown at once, confirmed first if it affects the requirements of products, and reported when done.
 */
export function useTreeMoves(rows: readonly TreeRow[], withArchived: boolean) {
  const t = useMessages("categories");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const { ask: askImpact, impactPreview } = useImpactQuestion();
  const sendForApproval = useSentForApproval();
  const { transport, queryClient } = useApiClient();
  const [said, setSaid] = useState("");
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  const versions = useRef(new Map<string, number>());
  const nameOf = (id: string | null) => {
    const row = rows.find((each) => each.id === id);
    return row === undefined ? t("topLevel") : (row.nameI18n[language] ?? row.name);
  };
  const impactOf = (row: TreeRow, place: Place): Promise<Impact | null> =>
    holdsOtherwise(rows, row, place.parentId) && row.productCount > 0
      ? call(transport, categories.previewMove, { id: row.id, ...place })
      : Promise.resolve(null);
  const key = keyOf(categories.tree, { withArchived });
  /** The rows as currently shown: a user may make several moves faster than the server responds. */
  const shownRows = () => queryClient.getQueryData<{ rows: readonly TreeRow[] }>(key)?.rows ?? rows;

  const send = async (row: TreeRow, place: Place, asShown: PreviewToken): Promise<void> => {
    try {
      // The version shown when the user asked for the move may be older than the one that the previous move created.
      const version = Math.max(versions.current.get(row.id) ?? 0, row.version);
      const answer = await call(transport, categories.move, { id: row.id, version, ...place, ...asShown });
      if (isWaiting(answer)) {
        await loadRecordMessages();
        sendForApproval(answer.approvalId);
      } else {
        versions.current.set(row.id, answer.version);
        setSaid(t("movedTo", { name: nameOf(row.id), parent: nameOf(place.parentId) }));
      }
    } catch (error) {
      toast({ variant: error instanceof Refusal ? "warning" : "error", text: textOf(error) });
    }
    if (--waiting.current > 0) return;
    await refresh(queryClient, [categories.tree, categories.list, categories.get, categories.activity]);
  };
  const moveTo = async (id: string, place: Place): Promise<void> => {
    const now = shownRows();
    const row = now.find((each) => each.id === id);
    if (row === undefined) return;
    const problem = problemOfMove(now, id, place);
    if (problem !== null)
      return void toast({ variant: "warning", text: t(`refusals.${problem}`, { maximum: categoryLimits.depthMax }) });
    const impact = await impactOf(row, place).catch((error: unknown) => textOf(error));
    if (typeof impact === "string") return void toast({ variant: "warning", text: impact });
    const answer = impact === null || (await askImpact(impact, t("moving", { name: nameOf(id) })));
    if (answer === false) return;
    // Only losses send a fingerprint: with several moves queued, each changes the impact of the next.
    const asShown =
      answer === true || impact === null ? {} : { reason: answer.reason, fingerprint: impact.fingerprint };
    // Pending reads started before this move, and would undo it on the screen.
    await queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(key, { rows: movedRows(shownRows(), id, place) });
    waiting.current++;
    // One after the other: each needs the version that the previous one created.
    queue.current = queue.current.then(() => send(row, place, asShown));
    await queue.current;
  };
  return { moveTo, mayMove: can(categories.move), said, impactPreview };
}
