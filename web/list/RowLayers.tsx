import { lazy, type ReactNode, type RefObject, Suspense } from "react";
import type { BulkAction } from "#web/list/bulk.ts";
import { columnsUnder } from "#web/list/columnChoice.ts";
import type { ListRow } from "#web/list/defineList.ts";
import type { PreviewPanelProps } from "#web/list/PreviewPanel.tsx";
import type { RowMenuProps } from "#web/list/RowMenu.tsx";
import type { ListModel } from "#web/list/useList.ts";
import type { useRowEdit } from "#web/list/useRowEdit.ts";

// Few rows of a visit need these.
const RowMenu = lazy(() => import("#web/list/RowMenu.tsx").then((m) => ({ default: m.RowMenu }))) as <
  Row extends ListRow,
>(
  props: RowMenuProps<Row>,
) => ReactNode;
const RowEditor = lazy(() => import("#web/list/RowEditor.tsx").then((m) => ({ default: m.RowEditor })));
const PreviewPanel = lazy(() => import("#web/list/PreviewPanel.tsx").then((m) => ({ default: m.PreviewPanel }))) as <
  Row extends ListRow,
>(
  props: PreviewPanelProps<Row>,
) => ReactNode;

type RowLayersProps<Row extends ListRow> = {
  readonly model: ListModel<Row>;
  readonly menu:
    | (Pick<RowMenuProps<Row>, "button" | "onRemove" | "onClose"> & {
        readonly id: string;
        readonly actions: readonly BulkAction[];
        readonly onAction: (action: BulkAction, id: string) => void;
      })
    | null;
  readonly editing: ReturnType<typeof useRowEdit>;
  readonly preview: { readonly id: string; readonly onClose: () => void } | null;
  readonly region: RefObject<HTMLElement | null>;
};

/** What is open over the grid: the menu of a row, fields that are edited in place, the preview. */
export function RowLayers<Row extends ListRow>({ model, menu, editing, preview, region }: RowLayersProps<Row>) {
  const { list, rows, state, context } = model;
  const { edited, onClose } = editing;
  const rowOf = (id: string | undefined) => rows.find((row) => row.id === id);
  const [menuRow, editedRow, previewedRow] = [rowOf(menu?.id), rowOf(edited?.id), rowOf(preview?.id)];
  return (
    <Suspense>
      {menu && menuRow && <RowMenu list={list} row={menuRow} context={context} {...menu} />}
      {edited && editedRow && (
        <RowEditor
          {...edited}
          key={editedRow.id}
          list={list}
          row={editedRow}
          name={list.nameOf(editedRow, context.language)}
          region={region}
          onClose={onClose}
        />
      )}
      {preview && previewedRow && (
        <PreviewPanel
          list={list}
          row={previewedRow}
          columns={columnsUnder(list.columns, state.filters)}
          onClose={preview.onClose}
          context={context}
        />
      )}
    </Suspense>
  );
}
