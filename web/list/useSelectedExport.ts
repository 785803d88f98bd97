import type { ListRow } from "#web/list/defineList.ts";
import { exportIdsMax } from "#web/list/useExport.ts";
import type { ListModel } from "#web/list/useList.ts";
import { formatNumber } from "#web/formats.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Exports the selected rows, or explains that they are too many for one file; null if export is not allowed. */
export function useSelectedExport<Row extends ListRow>(
  { list, ticks: { selection }, context: { language } }: ListModel<Row>,
  /** Null means every record that matches the filter. */
  onExport: (ids: readonly string[] | null) => void,
): (() => void) | null {
  const messages = useMessages("list");
  const toast = useToast();
  const can = useCan();
  if (list.exporting === undefined || !can(list.exporting)) return null;
  if (selection.kind === "matching") return () => onExport(null);
  if (selection.ids.size <= exportIdsMax) return () => onExport([...selection.ids]);
  const most = formatNumber(language, exportIdsMax);
  return () => toast({ variant: "warning", text: messages("exportTooMany", { most }) });
}
