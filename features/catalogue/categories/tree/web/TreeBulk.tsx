import { useState } from "react";
import { manyCategories } from "#features/catalogue/categories/contract/bulk.ts";
import { MergeChoice } from "#features/catalogue/categories/merge/web/MergeChoice.tsx";
import { MoveChoice } from "#features/catalogue/categories/tree/web/MoveChoice.tsx";
import { categoryReads } from "#features/catalogue/categories/record/web/useCategoryMutations.ts";
import type { BulkAction, BulkActions } from "#web/list/bulk.ts";
import { BulkBar } from "#web/list/BulkBar.tsx";
import { BulkDialog } from "#web/list/BulkDialog.tsx";
import type { MessageKey } from "#web/messageKeys.ts";
import { usePermittedActions } from "#web/list/usePermittedActions.ts";
import { IconArchive, IconArrowMerge, IconArrowsSort } from "#web/ui/icons.ts";
import { useLanguage, useMessagesOfAny } from "#web/useMessages.ts";

const { previewMoves, applyMoves, previewMerges, applyMerges, previewArchivings, applyArchivings } = manyCategories;

const bulk: BulkActions = {
  preview: previewMoves,
  apply: applyMoves,
  actions: [
    { id: "move", icon: IconArrowsSort, input: {}, Choice: MoveChoice },
    {
      id: "merge",
      icon: IconArrowMerge,
      input: {},
      Choice: MergeChoice,
      operations: { preview: previewMerges, apply: applyMerges },
    },
    { id: "archive", icon: IconArchive, input: {}, operations: { preview: previewArchivings, apply: applyArchivings } },
  ],
  refreshes: categoryReads,
} satisfies BulkActions<MessageKey<"categories">>;

type TreeBulkProps = {
  readonly ids: readonly string[];
  readonly onClear: () => void;
};

/** What can be done with the categories that are ticked: previewed first, as in every list. */
export function TreeBulk({ ids, onClear }: TreeBulkProps) {
  const t = useMessagesOfAny("categories");
  const language = useLanguage();
  const actions = usePermittedActions(bulk);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const context = { language, t };
  return (
    <>
      <BulkBar
        selection={{ kind: "some", ids: new Set(ids), anchor: null }}
        total={null}
        actions={actions}
        onAction={setAsked}
        onSelectMatching={() => undefined}
        onExport={null}
        onClear={onClear}
        context={context}
      />
      {asked && (
        <BulkDialog
          bulk={bulk}
          action={asked}
          target={{ ids }}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            onClear();
          }}
          context={context}
        />
      )}
    </>
  );
}
