import { useNavigate } from "@tanstack/react-router";
import type { Input, Operation } from "#base/contract.ts";
import type { ExportPresentation } from "#base/exports.ts";
import type { TableFormat } from "#base/tableFormats.ts";
import { formatNumber } from "#web/formats.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Texts of codes, and a column of translations that becomes one of names. */
export type ExportTexts = Pick<ExportPresentation, "texts" | "translated">;

type ExportOptions<Op extends Operation> = {
  readonly operation: Op;
  readonly input: Input<Op>;
  readonly format?: TableFormat;
  readonly texts?: ExportTexts;
};

/**
 * Saves an export in the reader's words and time zone, and says so. One that is too long for a call is prepared in the
 * background, and the toast leads to it.
 */
export function useExportFile(): <Op extends Operation>(options: ExportOptions<Op>) => Promise<void> {
  const { transport } = useApiClient();
  const messages = useMessages("list");
  const language = useLanguage();
  const { timeZone } = useSettings();
  const toast = useToast();
  const navigate = useNavigate();
  return async ({ operation, input, format = "csv", texts = noTexts }) => {
    const { exportFile } = await import("#web/list/exportFile.ts");
    const presentation = { format, language, timeZone, ...texts };
    const outcome = await exportFile(transport, { operation: operation.path, input: input as object, presentation });
    if ("runId" in outcome) {
      const label = messages("exportFollow");
      toast({
        variant: "info",
        text: messages("exportStarted"),
        action: { label, onAction: () => void navigate({ to: "/apps/jobs" }) },
      });
      return;
    }
    const { fileName: file, count } = outcome;
    if (count === null) toast({ text: messages("exportedFile", { file }) });
    else toast({ text: messages("exported", { count, file, figure: formatNumber(language, count) }) });
  };
}

const noTexts: ExportTexts = { texts: {}, translated: null };
