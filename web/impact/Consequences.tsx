import { lazy, Suspense } from "react";
import type { ConsequenceListProps } from "#web/impact/ConsequenceList.tsx";
import { loadWords } from "#web/i18n.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const ConsequenceList = lazy(async () => {
  const [{ ConsequenceList: component }] = await Promise.all([
    import("#web/impact/ConsequenceList.tsx"),
    loadWords({
      name: "impact",
      words: { en: () => import("#web/impact/words.en.json"), ar: () => import("#web/impact/words.ar.json") },
    }),
  ]);
  return { default: component };
});

/** What would follow from a change elsewhere. Its code and words come when somebody first asks. */
export function Consequences(props: ConsequenceListProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} rowPx={56} />}>
      <ConsequenceList {...props} />
    </Suspense>
  );
}
