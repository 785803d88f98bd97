import { copyText } from "#web/ui/copyText.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Copies, and says so: in the words of the screen when it could, and with the text itself when the browser would not. */
export function useCopying(): (text: string, copied: string) => Promise<void> {
  const toast = useToast();
  const words = useMessages("layout");
  return async (text, copied) => {
    if (await copyText(text)) toast({ text: copied });
    else toast({ variant: "warning", text: words("notCopied", { text }) });
  };
}
