import { copyText } from "#web/ui/copyText.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Copies a text and confirms it; if the browser refuses, shows the text itself. */
export function useCopying(): (text: string, copied: string) => Promise<void> {
  const toast = useToast();
  const messages = useMessages("layout");
  return async (text, copied) => {
    if (await copyText(text)) toast({ text: copied });
    else toast({ variant: "warning", text: messages("notCopied", { text }) });
  };
}
