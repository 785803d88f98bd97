import { type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { resourceOf } from "#base/grants.ts";
import type { BulkAction } from "#web/list/bulk.ts";
import { columnsUnder, isPinned, shownColumns } from "#web/list/columnChoice.ts";
import type { HeaderActions } from "#web/list/columnGestures.ts";
import type { ListRow } from "#web/list/defineList.ts";
import { ListTable } from "#web/list/ListTable.tsx";
import { RowLayers } from "#web/list/RowLayers.tsx";
import { useRowEdit } from "#web/list/useRowEdit.ts";
import { isNothing } from "#web/list/selection.ts";
import type { ListModel } from "#web/list/useList.ts";
import { usePreview } from "#web/list/usePreview.ts";
import { useColumnWidths } from "#web/list/useColumnWidths.ts";
import { useRowFocus } from "#web/list/useRowFocus.ts";
import { useRowRemoval } from "#web/list/useRowRemoval.ts";
import { useRowKeys } from "#web/list/useRowKeys.ts";
import classes from "#web/list/ListTable.module.css";
import { usePeopleIn } from "#web/live/presence.ts";

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
  const columns = useMemo(
    () => shownColumns(columnsUnder(list.columns, state.filters), preferences.columns),
    [list, state.filters, preferences.columns],
  );
  const widths = useColumnWidths(model, columns, region);
  const pinnedCount = columns.filter((column) => isPinned(column, preferences.columns)).length;
  const focus = useRowFocus(pageIds, { region, remembered: visit.activeId });
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const editing = useRowEdit(list, columns, focus);
  const [previewed, preview] = usePreview(list.path, focus.activeId);
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
    onEdit: editing.onEditRow,
    onPreview: (id) => preview(id === previewed ? null : id),
    onClear: ticks.clear,
    hasSelection: !isNothing(ticks.selection),
  });
  const handleOpen = useRowOpening(open, focus.setActiveId);
  return (
    <div className={classes.frame}>
      <ListTable
        list={list}
        columns={columns}
        widths={widths}
        pinnedCount={pinnedCount}
        header={headerActions(model)}
        rows={rows}
        peopleAt={usePeopleIn(resourceOf(list.operation.permission))}
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
        onEditCell={editing.onEditCell}
        onMenu={useCallback((id: string, button: HTMLElement) => setMenu({ id, button }), [])}
        onApproach={model.approach}
        from={model.from}
        total={model.total}
        regionRef={region}
        context={context}
      />
      <RowLayers
        model={model}
        menu={menu && { ...menu, actions, onAction, onRemove: remove, onClose: () => setMenu(null) }}
        editing={editing}
        preview={previewed === null ? null : { id: previewed, onClose: () => preview(null) }}
        region={region}
      />
    </div>
  );
}

const headerActions = <Row extends ListRow>({ list, preferences, prefer }: ListModel<Row>): HeaderActions => ({
  columns: list.columns,
  choice: preferences.columns,
  widths: preferences.widths,
  onPrefer: prefer,
});

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
