import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * Shows that an action succeeded (spec 000 §8): the server's message if there is one, else the screen's, else 'Action
 * performed successfuly'.
 */
export function useDoneToast(): (answer?: unknown, own?: string) => void {
  const toast = useToast();
  const messages = useMessages();
  return (answer, own) => {
    const { message } = (answer ?? {}) as { message?: unknown };
    const reported = typeof message === "string" && message !== "" ? message : own;
    toast({ text: reported ?? messages("actionPerformed") });
  };
}
