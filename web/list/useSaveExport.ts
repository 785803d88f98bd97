import { formatNumber } from "#web/formats.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const byteOrderMark = "\uFEFF"; // Reading a file as text drops it, and spreadsheets need it for Arabic.

/** Saves an exported file with local times, and says when it is done: its name, and how many rows it has. */
export function useSaveExport(): (file: File) => Promise<void> {
  const messages = useMessages("list");
  const language = useLanguage();
  const toast = useToast();
  return async (file) => {
    const [text, { rowsIn, withLocalTimes }] = await Promise.all([file.text(), import("#web/list/localExport.ts")]);
    saveFile(new File([byteOrderMark, withLocalTimes(text)], file.name, { type: file.type }));
    const count = rowsIn(text);
    toast({ text: messages("exported", { count, file: file.name, figure: formatNumber(language, count) }) });
  };
}
