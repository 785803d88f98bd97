import { lazy, Suspense } from "react";
import type { OpenImpact } from "#web/record/updateAsShown.ts";

const FeltSaveDialog = lazy(async () => {
  const [{ FeltSaveDialog: component }] = await Promise.all([
    import("#web/record/FeltSaveDialog.tsx"),
    import("#web/impact/loadImpactWords.ts").then(({ loadImpactWords }) => loadImpactWords()),
  ]);
  return { default: component };
});

/** The question of `useWeighing`, where there is one. Its code and words come when it is first asked. */
export const WeighedImpact = ({ impact }: { readonly impact: OpenImpact | null }) => (
  <Suspense>{impact && <FeltSaveDialog {...impact} />}</Suspense>
);
