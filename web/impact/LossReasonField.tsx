import { lazy, Suspense } from "react";
import { loadImpactWords } from "#web/impact/loadImpactWords.ts";
import type { LossReasonProps } from "#web/impact/LossReason.tsx";

const LossReason = lazy(async () => {
  const [{ LossReason: component }] = await Promise.all([import("#web/impact/LossReason.tsx"), loadImpactWords()]);
  return { default: component };
});

/** For a dialog without the words of `impact`: field and words come when a preview first asks for a reason. */
export const LossReasonField = (props: LossReasonProps) => (
  <Suspense>
    <LossReason {...props} />
  </Suspense>
);
