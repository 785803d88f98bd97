import { lazy, Suspense, useState } from "react";
import { BulkBar } from "#web/list/BulkBar.tsx";
import { type BulkAction, operationsOf } from "#web/list/bulk.ts";
import { grammarOf, type ListRow } from "#web/list/defineList.ts";
import { isSettled, ListMessage } from "#web/list/ListMessage.tsx";
import { ListPager } from "#web/list/ListPager.tsx";
import { ListTools } from "#web/list/ListTools.tsx";
import { narrowingOf } from "#web/list/listUrl.ts";
import { RowGrid } from "#web/list/RowGrid.tsx";
import { isNothing, type Selection } from "#web/list/selection.ts";
import { useBulkLead } from "#web/list/useBulkLead.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useSelectedExport } from "#web/list/useSelectedExport.ts";
import { useCan } from "#web/session.tsx";

const BulkDialog = lazy(() => import("#web/list/BulkDialog.tsx").then((module) => ({ default: module.BulkDialog })));

export type DeskListProps<Row extends ListRow> = {
  readonly model: ListModel<Row>;
  /** Null: everything that is filtered. */
  readonly onExport: (ids: readonly string[] | null) => void;
};

type Asked = { readonly action: BulkAction; readonly target: Readonly<Record<string, unknown>> };

/** The list on a desk: tools, grid, what is ticked, pages. Only the grid scrolls. */
export function DeskList<Row extends ListRow>({ model, onExport }: DeskListProps<Row>) {
  const { list, state, ticks, total, context } = model;
  const can = useCan();
  const [asked, setAsked] = useState<Asked | null>(null);
  const lead = useBulkLead(list.operation);
  const ask = ({ action, target }: Asked) =>
    action.leadsTo ? lead.mutate({ leadsTo: action.leadsTo, target }) : setAsked({ action, target });
  const { bulk } = list;
  const actions = bulk ? bulk.actions.filter((action) => can(operationsOf(bulk, action).apply)) : [];
  const targetOf = (selection: Selection) =>
    selection.kind === "some" ? { ids: [...selection.ids] } : { filter: narrowingOf(state, grammarOf(list)) };
  const exportSelected = useSelectedExport(model, onExport);
  return (
    <>
      <ListTools
        list={list}
        state={state}
        onChange={model.change}
        preferences={model.preferences}
        onPrefer={model.prefer}
        searchRef={model.searchRef}
        context={context}
      />
      {isSettled(model) ? (
        <ListMessage model={model} />
      ) : (
        <RowGrid model={model} actions={actions} onAction={(action, id) => ask({ action, target: { ids: [id] } })} />
      )}
      {!isNothing(ticks.selection) && (
        <BulkBar
          selection={ticks.selection}
          total={total}
          actions={actions}
          onAction={(action) => ask({ action, target: targetOf(ticks.selection) })}
          onSelectMatching={ticks.selectMatching}
          onExport={exportSelected}
          onClear={ticks.clear}
          context={context}
        />
      )}
      <ListPager model={model} />
      <Suspense>
        {asked && list.bulk && (
          <BulkDialog
            {...asked}
            bulk={list.bulk}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null);
              ticks.clear();
            }}
            context={context}
          />
        )}
      </Suspense>
    </>
  );
}
