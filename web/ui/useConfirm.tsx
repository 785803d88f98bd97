import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useRef, useState } from "react";
import { isFault } from "#web/call.ts";
import { textOf } from "#web/textOf.ts";
import type { ConfirmQuestion } from "#web/ui/ConfirmDialog.tsx";
import { type ToastInput, useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type Ask = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

const ConfirmDialog = lazy(() =>
  import("#web/ui/ConfirmDialog.tsx").then((module) => ({ default: module.ConfirmDialog })),
);

/** Draws the only confirm dialog. Its code is loaded at the first question. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((isSure: boolean) => void) | null>(null);
  const ask = useCallback<Ask>((next) => {
    answer.current?.(false);
    setQuestion(next);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const handleAnswer = (isSure: boolean) => {
    setOpen(false);
    answer.current?.(isSure);
    answer.current = null;
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense>{question && <ConfirmDialog question={question} isOpen={isOpen} onAnswer={handleAnswer} />}</Suspense>
    </ConfirmContext>
  );
}

/** `if (await confirm({ named: brand.name, isDangerous: true })) …` */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (ask === null) throw new Error("no confirm dialog: render inside startWeb");
  return ask;
}

export type Deletion = {
  /** Name of the record, as the user knows it. */
  readonly named: string;
  readonly remove: () => Promise<unknown>;
  /** Offered if deleting is refused, such as archiving. */
  readonly instead?: ToastInput["action"];
};

/**
 * The delete flow of spec 000 §8: ask, delete, and report the result. Returns whether the record was deleted. A refusal
 * shows its reason instead of 'Something went wrong!', and the alternative.
 */
export function useDeleteFlow(): (deletion: Deletion) => Promise<boolean> {
  const confirm = useConfirm();
  const toast = useToast();
  const messages = useMessages();
  return async ({ named, remove, instead }) => {
    if (!(await confirm({ named, confirmLabel: messages("buttons.delete"), isDangerous: true }))) return false;
    try {
      await remove();
    } catch (error) {
      const hasFailed = isFault(error);
      toast({
        variant: hasFailed ? "error" : "warning",
        text: hasFailed ? messages("delete.failed") : textOf(error),
        ...(instead ? { action: instead } : {}),
      });
      return false;
    }
    toast({ text: messages("delete.done") });
    return true;
  };
}
