import { useMemo } from "react";
import { academyExtras, type Progress, type ReaderCourse } from "#demos/academy/contract.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import type { Mutation, OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { useUndoToasts } from "#web/optimistic/useUndoToasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

/** The open course: what its reader does shows at once. */
export const readerQueue: OptimisticQueue<typeof academyExtras.read> = { name: "academy", read: academyExtras.read };

/** What the reader of a course does: steps done, with Undo, and answers. */
export function useReader({ id, activeStep }: Pick<ReaderCourse, "id" | "activeStep">) {
  const t = useMessages("academy");
  const { transport, queryClient } = useApiClient();
  const { run, offerUndo, undoLast } = useUndoToasts(readerQueue);
  return useMemo(
    () => ({
      /** Done up to this step. */
      finishStep: (step: number) => {
        run(progressSet(id, step));
        offerUndo(t("toasts.done", { step }), progressSet(id, activeStep));
      },
      restart: () => {
        run(progressSet(id, 0));
        offerUndo(t("toasts.restarted"), progressSet(id, activeStep));
      },
      /** Whether it was right. */
      answer: async (stepId: string, choice: number): Promise<boolean> => {
        const { isRight } = await call(transport, academyExtras.answer, { courseId: id, stepId, choice });
        await refresh(queryClient, [academyExtras.read]);
        return isRight;
      },
      undo: undoLast,
    }),
    [id, activeStep, run, offerUndo, undoLast, t, transport, queryClient],
  );
}

function progressSet(courseId: string, activeStep: number): Mutation<typeof academyExtras.read> {
  const withProgress = (progress: Partial<Progress>) => (course: ReaderCourse) =>
    course.id === courseId ? { ...course, ...progress } : course;
  return {
    apply: withProgress({ activeStep }),
    send: async (transport) => withProgress(await call(transport, academyExtras.setProgress, { courseId, activeStep })),
    refreshes: [academyExtras.list],
  };
}
