import { type Import, imports } from "#features/platform/imports/contract.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Stops a run. Asks first for a write, which may be nearly done. */
export function useStop(record: Import): () => void {
  const t = useMessages("imports");
  const language = useLanguage();
  const toast = useToast();
  const confirm = useConfirm();
  const stop = useWrite(imports.stop, { refreshes: [imports.read, imports.list] });
  const handleStop = async () => {
    const question = { title: t("run.stopTitle"), text: t("run.stopText"), confirmLabel: t("run.stopConfirm") };
    if (record.state === "importing" && !(await confirm({ ...question, named: record.fileName }))) return;
    stop.mutate(
      { importId: record.id, language },
      { onError: (error) => toast({ variant: "error", text: textOf(error) }) },
    );
  };
  return () => void handleStop();
}
