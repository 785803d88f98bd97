import { lazy, Suspense } from "react";
import { loadImpactMessages } from "#web/impact/loadImpactMessages.ts";
import type { LossReasonProps } from "#web/impact/LossReason.tsx";

const LossReason = lazy(async () => {
  const [{ LossReason: component }] = await Promise.all([import("#web/impact/LossReason.tsx"), loadImpactMessages()]);
  return { default: component };
});

/**
 * For dialogs that have not loaded the messages of `impact`: loads field and messages when a preview first needs a
 * reason.
 */
export const LossReasonField = (props: LossReasonProps) => (
  <Suspense>
    <LossReason {...props} />
  </Suspense>
);
