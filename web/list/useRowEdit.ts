import { useCallback, useState } from "react";
import type { Column, ListDefinition, ListRow } from "#web/list/defineList.ts";
import type { useRowFocus } from "#web/list/useRowFocus.ts";
import { useCan } from "#web/session.tsx";

/** `columnId`: the cell; null for all fields of the row. */
type EditedRow = { readonly id: string; readonly fields: readonly string[]; readonly columnId: string | null };

/** Which row is edited in place. The handlers are null if no shown column can be, or the user may not. */
export function useRowEdit<Row extends ListRow>(
  list: ListDefinition<Row>,
  columns: readonly Column<Row>[],
  focus: ReturnType<typeof useRowFocus>,
) {
  const can = useCan();
  const [edited, setEdited] = useState<EditedRow | null>(null);
  const fields = columns.flatMap(({ edit }) => (edit ? [edit.field] : []));
  const isOn = fields.length > 0 && list.RowEditor !== undefined && list.update !== undefined && can(list.update);
  const { moveToId } = focus;
  const onEditCell = useCallback(
    (id: string, columnId: string) => {
      const field = columns.find((column) => column.id === columnId)?.edit?.field;
      if (field !== undefined) setEdited({ id, fields: [field], columnId });
    },
    [columns],
  );
  return {
    edited,
    onEditCell: isOn ? onEditCell : null,
    onEditRow: isOn ? (id: string) => setEdited({ id, fields, columnId: null }) : null,
    onClose: () => {
      setEdited(null);
      if (edited) moveToId(edited.id);
    },
  };
}
