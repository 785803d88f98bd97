import { lazy, type ReactNode, Suspense, useState } from "react";
import { allFolder, type FilterHandle, type Folder, type Label } from "#demos/todo/contract.ts";
import type { View } from "#demos/todo/rules.ts";
import { FolderIcon } from "#demos/todo/web/FolderIcon.tsx";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import type { FolderOrLabel } from "#demos/todo/web/ListDialog.tsx";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { linkTo } from "#demos/todo/web/useTodoView.ts";
import { SideLink } from "#web/panes/SideLink.tsx";
import { SidePane } from "#web/panes/SidePane.tsx";
import { SideSection } from "#web/panes/SideSection.tsx";
import { IconCalendarDue, IconCircleCheck, IconFlag, IconStar, IconSun, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const ListDialog = lazy(() =>
  import("#demos/todo/web/ListDialog.tsx").then((module) => ({ default: module.ListDialog })),
);

type TodoSidePaneProps = {
  readonly overview: Overview;
  readonly counts: Readonly<Record<string, number>>;
  readonly view: View;
  /** Called after a choice, to close the sheet that may contain the pane. */
  readonly onChoose?: () => void;
};

/** In the order of use, which differs from the numbers on the wire. */
export const filterIcons: readonly (readonly [FilterHandle, typeof IconSun])[] = [
  ["today", IconSun],
  ["dueDate", IconCalendarDue],
  ["starred", IconStar],
  ["important", IconFlag],
  ["completed", IconCircleCheck],
  ["deleted", IconTrash],
];

/** Folders, filters and labels, each with how many to-dos it shows. */
export function TodoSidePane({ overview, counts, view, onChoose }: TodoSidePaneProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  const [edited, setEdited] = useState<FolderOrLabel | null>(null);
  const link = (next: View, title: string, icon: ReactNode, onEdit?: () => void) => (
    <SideLink
      key={`${next.kind}/${next.handle}`}
      link={linkTo(next)}
      title={title}
      icon={icon}
      count={counts[`${next.kind}/${next.handle}`] ?? 0}
      isCurrent={view.kind === next.kind && view.handle === next.handle}
      onChoose={onChoose}
      edit={onEdit && { label: t("pane.edit", { title }), onEdit }}
    />
  );
  const folderLink = (folder: Folder) => {
    return link(
      { kind: "folder", handle: folder.handle },
      titles.folder(folder),
      <FolderIcon folder={folder} sizePx={18} />,
      folder.id === allFolder.id ? undefined : () => setEdited({ kind: "folder", folder }),
    );
  };
  const labelLink = (label: Label) =>
    link({ kind: "label", handle: label.handle }, titles.label(label), <LabelDot color={label.color} />, () =>
      setEdited({ kind: "label", label }),
    );
  return (
    <>
      <SidePane label={t("pane.label")}>
        <SideSection
          title={t("pane.folders")}
          addLabel={t("pane.addFolder")}
          onAdd={() => setEdited({ kind: "folder" })}
        >
          {overview.folders.map(folderLink)}
        </SideSection>
        <SideSection title={t("pane.filters")}>
          {filterIcons.map(([handle, Icon]) =>
            link({ kind: "filter", handle }, t(`filters.${handle}`), <Icon size={18} aria-hidden="true" />),
          )}
        </SideSection>
        <SideSection title={t("pane.labels")} addLabel={t("pane.addLabel")} onAdd={() => setEdited({ kind: "label" })}>
          {overview.labels.map(labelLink)}
        </SideSection>
      </SidePane>
      {edited && (
        <Suspense>
          <ListDialog edited={edited} overview={overview} view={view} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}
