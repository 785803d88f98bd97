import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * Tells that something was done (spec 000 §8): with the message of the server's answer if it has one, else in the words
 * of the screen, else with 'Action performed successfuly'.
 */
export function useDoneToast(): (answer?: unknown, own?: string) => void {
  const toast = useToast();
  const words = useMessages();
  return (answer, own) => {
    const { message } = (answer ?? {}) as { message?: unknown };
    const told = typeof message === "string" && message !== "" ? message : own;
    toast({ text: told ?? words("actionPerformed") });
  };
}
