import { formatNumber } from "#web/formats.ts";
import type { ExportTexts } from "#web/list/localExport.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/**
 * Saves an exported file in the reader's words and time zone, and says when it is done: its name, and how many rows it
 * has.
 */
export function useSaveExport(): (file: File, texts?: ExportTexts) => Promise<void> {
  const messages = useMessages("list");
  const language = useLanguage();
  const toast = useToast();
  const { timeZone } = useSettings();
  return async (file, texts = noTexts) => {
    const { saveLocalExport } = await import("#web/list/localExport.ts");
    const count = await saveLocalExport(file, texts, timeZone);
    toast({ text: messages("exported", { count, file: file.name, figure: formatNumber(language, count) }) });
  };
}

const noTexts: ExportTexts = { texts: {}, translated: null };
