import { Menu } from "@mantine/core";
import { lazy, Suspense, useRef, useState } from "react";
import { type Category, categories, categoryLimits } from "#features/categories/contract.ts";
import { useCategorySteps } from "#features/categories/web/useCategorySteps.ts";
import type { Place } from "#features/categories/rules.ts";
import { useTreeMoves } from "#features/categories/web/useTreeMoves.ts";
import { useRead } from "#web/operations.ts";
import { WeighedImpact } from "#web/record/WeighedImpact.tsx";
import { useCan } from "#web/session.tsx";
import { IconArchive, IconArrowBackUp, IconArrowMerge, IconArrowsSort, IconPlus, IconTrash } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useWords } from "#web/useWords.ts";

const MoveDialog = lazy(() =>
  import("#features/categories/web/MoveDialog.tsx").then((module) => ({ default: module.MoveDialog })),
);
const MergeDialog = lazy(() =>
  import("#features/categories/web/MergeDialog.tsx").then((module) => ({ default: module.MergeDialog })),
);

/** What may be done with a category. */
export function CategorySteps({ category }: { readonly category: Category }) {
  const t = useWords("categories");
  const [asked, setAsked] = useState<"move" | "merge" | null>(null);
  const isLiving = category.status === "active";
  return (
    <>
      {isLiving && category.depth < categoryLimits.depthMax && (
        <LinkButton
          to="/apps/category/categories/new"
          search={{ parent: category.id }}
          operation={categories.create}
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
        >
          {t("newBelow")}
        </LinkButton>
      )}
      <StepsMenu category={category} onAsk={setAsked} />
      <Suspense>
        {asked === "move" && <MoveFromRecord id={category.id} onClose={() => setAsked(null)} />}
        {asked === "merge" && <MergeDialog category={category} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

type StepsMenuProps = { readonly category: Category; readonly onAsk: (asked: "move" | "merge") => void };

function StepsMenu({ category, onAsk }: StepsMenuProps) {
  const t = useWords("categories");
  const words = useWords();
  const can = useCan();
  const steps = useCategorySteps(category, () => onAsk("merge"));
  const isLiving = category.status === "active";
  if (![categories.move, categories.merge, categories.remove].some((operation) => can(operation))) return null;
  return (
    <MoreMenu>
      {can(categories.move) && (
        <Menu.Item leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={() => onAsk("move")}>
          {t("moveTo")}
        </Menu.Item>
      )}
      {can(categories.merge) && isLiving && (
        <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => onAsk("merge")}>
          {t("mergeInto")}
        </Menu.Item>
      )}
      {can(categories.changeStatus) && (
        <Menu.Item
          leftSection={isLiving ? <IconArchive size={16} aria-hidden /> : <IconArrowBackUp size={16} aria-hidden />}
          onClick={() => void steps.changeStatus(isLiving ? "archived" : "active")}
        >
          {t(isLiving ? "steps.archive" : "steps.restore")}
        </Menu.Item>
      )}
      {can(categories.remove) && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void steps.remove()}>
          {words("buttons.delete")}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

/** The dialog with the tree that it needs. */
function MoveFromRecord({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useRead(categories.tree, { withArchived: true });
  const { moveTo, weighed } = useTreeMoves(data?.rows ?? none, true);
  const [isChosen, setChosen] = useState(false);
  const isUnderWay = useRef(false);
  // What is asked about the move outlives the dialog that it was chosen in.
  const move = (place: Place) => {
    isUnderWay.current = true;
    setChosen(true);
    void moveTo(id, place).finally(onClose);
  };
  const handleClose = () => {
    if (!isUnderWay.current) onClose();
  };
  if (data === undefined) return null;
  return (
    <>
      {!isChosen && <MoveDialog rows={data.rows} id={id} onMove={move} onClose={handleClose} />}
      <WeighedImpact impact={weighed} />
    </>
  );
}

const none: readonly never[] = [];
