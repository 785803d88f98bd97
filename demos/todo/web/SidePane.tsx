import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { allFolder, type FilterHandle, type Folder, type Label } from "#demos/todo/contract.ts";
import type { View } from "#demos/todo/rules.ts";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import type { Edited } from "#demos/todo/web/ListDialog.tsx";
import styles from "#demos/todo/web/SidePane.module.css";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { linkTo } from "#demos/todo/web/useTodoView.ts";
import { formatNumber } from "#web/formats.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import {
  IconCalendarDue,
  IconCircleCheck,
  IconFlag,
  IconFolder,
  IconInbox,
  IconPencil,
  IconPlus,
  IconStar,
  IconSun,
  IconTrash,
} from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ListDialog = lazy(() =>
  import("#demos/todo/web/ListDialog.tsx").then((module) => ({ default: module.ListDialog })),
);

type SidePaneProps = {
  readonly overview: Overview;
  readonly counts: Readonly<Record<string, number>>;
  readonly view: View;
  /** After a choice, for the sheet that it may stand in. */
  readonly onChoose?: () => void;
};

/** In the order of use; the numbers of the wire are another matter. */
export const filterIcons: readonly (readonly [FilterHandle, typeof IconSun])[] = [
  ["today", IconSun],
  ["dueDate", IconCalendarDue],
  ["starred", IconStar],
  ["important", IconFlag],
  ["completed", IconCircleCheck],
  ["deleted", IconTrash],
];

/** Folders, filters and labels, each with how many to-dos it shows. */
export function SidePane({ overview, counts, view, onChoose }: SidePaneProps) {
  const words = useMessages("todo");
  const titles = useTitles();
  const [edited, setEdited] = useState<Edited | null>(null);
  const line = (next: View, title: string, icon: ReactNode, onEdit?: () => void) => (
    <PaneLine
      key={`${next.kind}/${next.handle}`}
      view={next}
      title={title}
      icon={icon}
      count={counts[`${next.kind}/${next.handle}`] ?? 0}
      isCurrent={view.kind === next.kind && view.handle === next.handle}
      onChoose={onChoose}
      onEdit={onEdit}
    />
  );
  const folderLine = (folder: Folder) =>
    folder.id === allFolder.id
      ? line(
          { kind: "folder", handle: folder.handle },
          titles.folder(folder),
          <IconInbox size={18} aria-hidden="true" />,
        )
      : line(
          { kind: "folder", handle: folder.handle },
          titles.folder(folder),
          <IconFolder size={18} aria-hidden="true" />,
          () => setEdited({ kind: "folder", folder }),
        );
  const labelLine = (label: Label) =>
    line({ kind: "label", handle: label.handle }, titles.label(label), <LabelDot color={label.color} />, () =>
      setEdited({ kind: "label", label }),
    );
  return (
    <>
      <nav className={styles.pane} aria-label={words("pane.label")}>
        <Part title={words("pane.folders")} add={words("pane.addFolder")} onAdd={() => setEdited({ kind: "folder" })}>
          {overview.folders.map(folderLine)}
        </Part>
        <Part title={words("pane.filters")}>
          {filterIcons.map(([handle, Icon]) =>
            line({ kind: "filter", handle }, words(`filters.${handle}`), <Icon size={18} aria-hidden="true" />),
          )}
        </Part>
        <Part title={words("pane.labels")} add={words("pane.addLabel")} onAdd={() => setEdited({ kind: "label" })}>
          {overview.labels.map(labelLine)}
        </Part>
      </nav>
      {edited && (
        <Suspense>
          <ListDialog edited={edited} overview={overview} view={view} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}

type PartProps = {
  readonly title: string;
  readonly add?: string;
  readonly onAdd?: () => void;
  readonly children: ReactNode;
};

function Part({ title, add, onAdd, children }: PartProps) {
  const id = useId();
  return (
    <section>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {add && (
          <IconButton size="sm" label={add} onClick={onAdd}>
            <IconPlus size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  );
}

type PaneLineProps = {
  readonly view: View;
  readonly title: string;
  readonly icon: ReactNode;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly onChoose: (() => void) | undefined;
  readonly onEdit: (() => void) | undefined;
};

function PaneLine({ view, title, icon, count, isCurrent, onChoose, onEdit }: PaneLineProps) {
  const words = useMessages("todo");
  const language = useLanguage();
  return (
    <li className={styles.line}>
      <Link
        {...linkTo(view)}
        className={styles.link}
        aria-current={isCurrent ? "page" : undefined}
        data-current={isCurrent || undefined}
        onClick={onChoose}
      >
        <span className={styles.icon}>{icon}</span>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <bdi className={styles.count}>{formatNumber(language, count)}</bdi>
      </Link>
      {onEdit && (
        <IconButton size="sm" className={styles.edit} label={words("pane.edit", { title })} onClick={onEdit}>
          <IconPencil size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
