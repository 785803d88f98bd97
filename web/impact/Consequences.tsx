import { lazy, Suspense } from "react";
import type { SideEffectListProps } from "#web/impact/SideEffectList.tsx";
import { loadImpactMessages } from "#web/impact/loadImpactMessages.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const ConsequenceList = lazy(async () => {
  const [{ SideEffectList: component }] = await Promise.all([
    import("#web/impact/SideEffectList.tsx"),
    loadImpactMessages(),
  ]);
  return { default: component };
});

/** The impact of a change on other areas. Its code and messages are loaded on first use. */
export function Consequences(props: SideEffectListProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} rowPx={56} />}>
      <ConsequenceList {...props} />
    </Suspense>
  );
}
