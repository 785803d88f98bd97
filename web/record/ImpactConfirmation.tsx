import { lazy, Suspense } from "react";
import type { OpenImpact } from "#web/record/saveWithPreview.ts";

const ImpactSaveDialog = lazy(async () => {
  const [{ ImpactSaveDialog: component }] = await Promise.all([
    import("#web/record/ImpactSaveDialog.tsx"),
    import("#web/impact/loadImpactWords.ts").then(({ loadImpactWords }) => loadImpactWords()),
  ]);
  return { default: component };
});

/** The question of `useWeighing`, where there is one. Its code and words come when it is first asked. */
export const ImpactConfirmation = ({ impact }: { readonly impact: OpenImpact | null }) => (
  <Suspense>{impact && <ImpactSaveDialog {...impact} />}</Suspense>
);
