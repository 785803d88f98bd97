import { type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { BulkAction } from "#web/list/bulk.ts";
import { columnsUnder, shownColumns } from "#web/list/columnChoice.ts";
import type { ListRow } from "#web/list/defineList.ts";
import { ListTable } from "#web/list/ListTable.tsx";
import { rowHeights } from "#web/list/preferences.ts";
import { RowMenu } from "#web/list/RowMenu.tsx";
import { isNothing } from "#web/list/selection.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useColumnWidths } from "#web/list/useColumnWidths.ts";
import { useRowFocus } from "#web/list/useRowFocus.ts";
import { useRowRemoval } from "#web/list/useRowRemoval.ts";
import { useRowKeys } from "#web/list/useRowKeys.ts";

type RowGridProps<Row extends ListRow> = {
  readonly model: ListModel<Row>;
  readonly actions: readonly BulkAction[];
  readonly onAction: (action: BulkAction, id: string) => void;
};

type OpenMenu = { readonly id: string; readonly button: HTMLElement };

/** The grid with its keyboard, its row menu, and the remembered position. */
export function RowGrid<Row extends ListRow>({ model, actions, onAction }: RowGridProps<Row>) {
  const { list, rows, pageIds, answer, ticks, state, preferences, visit, open, context } = model;
  const region = useRef<HTMLDivElement>(null);
  const rowHeight = rowHeights[preferences.density];
  const columns = useMemo(
    () => shownColumns(columnsUnder(list.columns, state.filters), preferences.columns),
    [list, state.filters, preferences.columns],
  );
  const widths = useColumnWidths(model, columns, region);
  const focus = useRowFocus(pageIds, { region, rowHeight, remembered: visit.activeId });
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  useSpot(model, { region, activeId: focus.activeId });
  const remove = useRowRemoval(list, rows);
  const handleKeyDown = useRowKeys({
    list,
    focus,
    ids: pageIds,
    onToggle: ticks.toggleRow,
    onExtend: ticks.extendTo,
    onOpen: open,
    onRemove: remove,
    onClear: ticks.clear,
    hasSelection: !isNothing(ticks.selection),
  });
  const handleOpen = useRowOpening(open, focus.setActiveId);
  const menuRow = menu && rows.find(({ id }) => id === menu.id);
  return (
    <>
      <ListTable
        list={list}
        columns={columns}
        widths={widths}
        rows={rows}
        isStale={answer.isPlaceholderData}
        isOutdated={answer.outage !== null}
        isWaiting={answer.data === undefined}
        order={state.order}
        onOrder={(order) => model.change({ order })}
        selection={ticks.selection}
        onTogglePage={ticks.togglePage}
        activeId={focus.activeId}
        onKeyDown={handleKeyDown}
        onOpen={handleOpen}
        onToggle={ticks.toggleRow}
        onMenu={useCallback((id: string, button: HTMLElement) => setMenu({ id, button }), [])}
        onApproach={model.approach}
        from={model.from}
        total={model.total}
        rowHeight={rowHeight}
        regionRef={region}
        context={context}
      />
      {menu && menuRow && (
        <RowMenu
          list={list}
          row={menuRow}
          button={menu.button}
          actions={actions}
          onAction={onAction}
          onRemove={remove}
          onClose={() => setMenu(null)}
          context={context}
        />
      )}
    </>
  );
}

/** Called on a click on a row. */
const useRowOpening = (open: (id: string) => void, setActiveId: (id: string) => void) =>
  useCallback(
    (id: string, event: MouseEvent) => {
      setActiveId(id);
      // The browser opens new tabs.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      open(id);
    },
    [open, setActiveId],
  );

/** Restores the scroll position of this page of the list, and stores it. */
function useSpot<Row extends ListRow>(
  { list, query, memories, visit, answer }: ListModel<Row>,
  { region, activeId }: { region: React.RefObject<HTMLDivElement | null>; activeId: string | null },
) {
  const isThere = answer.data !== undefined && !answer.isPlaceholderData;
  useLayoutEffect(() => {
    if (isThere) region.current?.scrollTo({ top: visit.scrollTop });
  }, [isThere, visit, region]);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || !isThere) return;
    const keep = () => memories.spots.set(list.name, { query, scrollTop: element.scrollTop, activeId });
    keep();
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  }, [isThere, memories, list.name, query, activeId, region]);
}
