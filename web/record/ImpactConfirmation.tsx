import { lazy, Suspense } from "react";
import type { OpenImpact } from "#web/record/saveWithPreview.ts";

const ImpactSaveDialog = lazy(async () => {
  const [{ ImpactSaveDialog: component }] = await Promise.all([
    import("#web/record/ImpactSaveDialog.tsx"),
    import("#web/impact/loadImpactMessages.ts").then(({ loadImpactMessages: loadImpactWords }) => loadImpactWords()),
  ]);
  return { default: component };
});

/** The dialog of `useImpactConfirmation`, if it is open. Its code and messages are loaded on first use. */
export const ImpactConfirmation = ({ impact }: { readonly impact: OpenImpact | null }) => (
  <Suspense>{impact && <ImpactSaveDialog {...impact} />}</Suspense>
);
