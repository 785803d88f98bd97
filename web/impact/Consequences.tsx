import { lazy, Suspense } from "react";
import type { ConsequenceListProps } from "#web/impact/ConsequenceList.tsx";
import { loadImpactWords } from "#web/impact/loadImpactWords.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const ConsequenceList = lazy(async () => {
  const [{ ConsequenceList: component }] = await Promise.all([
    import("#web/impact/ConsequenceList.tsx"),
    loadImpactWords(),
  ]);
  return { default: component };
});

/** The impact of a change on other areas. Its code and messages are loaded on first use. */
export function Consequences(props: ConsequenceListProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} rowPx={56} />}>
      <ConsequenceList {...props} />
    </Suspense>
  );
}
