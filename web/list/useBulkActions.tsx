import { lazy, type ReactNode, Suspense, useState } from "react";
import { bulkAtOnceMax } from "#base/bulkLimits.ts";
import type { Total } from "#base/list.ts";
import type { BulkAction } from "#web/list/bulk.ts";
import type { BulkDialogProps } from "#web/list/bulkDialogProps.ts";
import { grammarOf, type ListRow } from "#web/list/defineList.ts";
import { narrowingOf } from "#web/list/listUrl.ts";
import { useBulkLead } from "#web/list/useBulkLead.ts";
import type { Selection } from "#web/list/selection.ts";
import type { ListModel } from "#web/list/useList.ts";
import { usePermittedActions } from "#web/list/usePermittedActions.ts";

const BulkDialog = lazy(() => import("#web/list/BulkDialog.tsx").then((module) => ({ default: module.BulkDialog })));

type BulkQuestion = Pick<BulkDialogProps, "action" | "target" | "isLarge">;

type BulkActionState = {
  /** The bulk actions that this user may run. */
  readonly actions: readonly BulkAction[];
  /** Starts an action for the selected rows, or for one record. */
  readonly ask: (action: BulkAction, id?: string) => void;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
};

/** The bulk actions of a list, on desktop and phone: start, preview, apply. */
export function useBulkActions<Row extends ListRow>({
  list,
  state,
  ticks,
  total,
  context,
}: ListModel<Row>): BulkActionState {
  const [asked, setAsked] = useState<BulkQuestion | null>(null);
  const lead = useBulkLead(list.operation);
  const { bulk } = list;
  const { selection } = ticks;
  const ticked = () =>
    selection.kind === "some" ? { ids: [...selection.ids] } : { filter: narrowingOf(state, grammarOf(list)) };
  const handleDone = () => {
    setAsked(null);
    ticks.clear();
  };
  const actions = usePermittedActions(bulk);
  return {
    actions,
    ask: (action, id) => {
      const target = id === undefined ? ticked() : { ids: [id] };
      if (action.leadsTo) lead.mutate({ leadsTo: action.leadsTo, target });
      else setAsked({ action, target, isLarge: id === undefined && countOf(selection, total) > bulkAtOnceMax });
    },
    dialog: (
      <Suspense>
        {asked && bulk && (
          <BulkDialog {...asked} bulk={bulk} onClose={() => setAsked(null)} onDone={handleDone} context={context} />
        )}
      </Suspense>
    ),
  };
}

const countOf = (selection: Selection, total: Total | null): number =>
  selection.kind === "some" ? selection.ids.size : (total?.count ?? 0);
