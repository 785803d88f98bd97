import { useMemo } from "react";
import { type BulkAction, type BulkActions, operationsOf } from "#web/list/bulk.ts";
import { useOperations } from "#web/list/useOperations.ts";
import { useCan } from "#web/session.tsx";

/** The bulk actions that the user has the permission for. Those of other areas follow once their contract is loaded. */
export function usePermittedActions(bulk: BulkActions | undefined): readonly BulkAction[] {
  const can = useCan();
  const needed = useMemo(
    () => bulk?.actions.map((action) => action.leadsTo?.needs ?? operationsOf(bulk, action).apply) ?? [],
    [bulk],
  );
  const operations = useOperations(needed);
  return bulk?.actions.filter((_, index) => operations[index] !== undefined && can(operations[index])) ?? [];
}
