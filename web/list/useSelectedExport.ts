import type { ListRow } from "#web/list/defineList.ts";
import type { TableFormat } from "#base/tableFormats.ts";
import { exportIdsMax, type StartExport } from "#web/list/useExport.ts";
import type { ListModel } from "#web/list/useList.ts";
import { formatNumber } from "#web/formats.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Exports the selected rows, or explains that they are too many for one file; null if export is not allowed. */
export function useSelectedExport<Row extends ListRow>(
  { list, ticks: { selection }, context: { language } }: ListModel<Row>,
  onExport: StartExport,
): ((format: TableFormat) => void) | null {
  const messages = useMessages("list");
  const toast = useToast();
  const can = useCan();
  if (list.exporting === undefined || !can(list.exporting)) return null;
  if (selection.kind === "matching") return (format) => onExport(null, format);
  if (selection.ids.size <= exportIdsMax) return (format) => onExport([...selection.ids], format);
  const most = formatNumber(language, exportIdsMax);
  return () => toast({ variant: "warning", text: messages("exportTooMany", { most }) });
}
