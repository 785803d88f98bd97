import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * Shows that a record was saved, and which fields another user had changed meanwhile. For `onSaved` of a record's form.
 */
export function useSavedToast({ labelOf }: FieldFormatters) {
  const t = useMessages("record");
  const toast = useToast();
  return (_: unknown, { merged }: { readonly merged: readonly string[] }) =>
    toast({
      text:
        merged.length === 0
          ? t("saved")
          : t("savedMerged", { fields: merged.map((path) => labelOf(path)).join(t("comma")) }),
    });
}
