import { BulkBar } from "#web/list/BulkBar.tsx";
import type { ListRow } from "#web/list/defineList.ts";
import { isLoaded, ListMessage } from "#web/list/ListMessage.tsx";
import { ListPager } from "#web/list/ListPager.tsx";
import { ListTools } from "#web/list/ListTools.tsx";
import { OutageBanner } from "#web/list/OutageBanner.tsx";
import { RowGrid } from "#web/list/RowGrid.tsx";
import { isNothing } from "#web/list/selection.ts";
import { useBulkActions } from "#web/list/useBulkActions.tsx";
import type { StartExport } from "#web/list/useExport.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useSelectedExport } from "#web/list/useSelectedExport.ts";

export type DesktopListProps<Row extends ListRow> = {
  readonly model: ListModel<Row>;
  readonly onExport: StartExport;
};

/** The list on a desktop: tools, grid, bulk actions, pages. Only the grid scrolls. */
export function DesktopList<Row extends ListRow>({ model, onExport }: DesktopListProps<Row>) {
  const { list, state, ticks, total, context } = model;
  const { actions, ask, dialog } = useBulkActions(model);
  const exportSelected = useSelectedExport(model, onExport);
  return (
    <>
      <ListTools
        list={list}
        state={state}
        onChange={model.change}
        preferences={model.preferences}
        onPrefer={model.prefer}
        context={context}
      />
      <OutageBanner model={model} />
      {isLoaded(model) ? <ListMessage model={model} /> : <RowGrid model={model} actions={actions} onAction={ask} />}
      {!isNothing(ticks.selection) && (
        <BulkBar
          selection={ticks.selection}
          total={total}
          actions={actions}
          onAction={(action) => ask(action)}
          onSelectMatching={ticks.selectMatching}
          onExport={exportSelected}
          onClear={ticks.clear}
          context={context}
        />
      )}
      <ListPager model={model} />
      {dialog}
    </>
  );
}
