import { call } from "#web/call.ts";
import type { ListDefinition, ListRow } from "#web/list/defineList.ts";
import { refresh } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";

/** Deletes a row after a confirmation; null if this list or this user can't delete. */
export function useRowRemoval<Row extends ListRow>(
  list: ListDefinition<Row>,
  rows: readonly Row[],
): ((id: string) => void) | null {
  const deleteNamed = useDeleteFlow();
  const { transport, queryClient } = useApiClient();
  const language = useLanguage();
  const can = useCan();
  const operation = list.remove;
  if (operation === undefined || !can(operation)) return null;
  const remove = async (row: Row) => {
    const { id, version }: ListRow & { readonly version?: number } = row;
    await call(transport, operation, { id, version });
    await refresh(queryClient, [list.operation, ...(list.counts ? [list.counts.operation] : [])]);
  };
  return (id) => {
    const row = rows.find((one) => one.id === id);
    if (row) void deleteNamed({ named: list.nameOf(row, language), remove: () => remove(row) });
  };
}
