import { Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";
import { useCategoryActions } from "#features/catalogue/categories/record/web/useCategoryActions.ts";
import { useWhenIdle } from "#web/layout/useWhenIdle.ts";
import { useCan } from "#web/session.tsx";
import { IconArchive, IconArrowBackUp, IconArrowMerge, IconArrowsSort, IconPlus, IconTrash } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useMessages } from "#web/useMessages.ts";

const loadMove = () => import("#features/catalogue/categories/tree/web/RecordMove.tsx");
const RecordMove = lazy(() => loadMove().then((module) => ({ default: module.RecordMove })));
const MergeDialog = lazy(() =>
  import("#features/catalogue/categories/merge/web/MergeDialog.tsx").then((module) => ({
    default: module.MergeDialog,
  })),
);

/** What may be done with a category. */
export function CategoryActions({ category }: { readonly category: Category }) {
  const t = useMessages("categories");
  const [asked, setAsked] = useState<"move" | "merge" | null>(null);
  const isLiving = category.status === "active";
  // Preload what the menu opens.
  useWhenIdle(loadMove);
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
        {asked === "move" && <RecordMove id={category.id} onClose={() => setAsked(null)} />}
        {asked === "merge" && <MergeDialog category={category} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

type StepsMenuProps = { readonly category: Category; readonly onAsk: (requested: "move" | "merge") => void };

function StepsMenu({ category, onAsk }: StepsMenuProps) {
  const t = useMessages("categories");
  const messages = useMessages();
  const can = useCan();
  const steps = useCategoryActions(category, () => onAsk("merge"));
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
          {messages("buttons.delete")}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}
