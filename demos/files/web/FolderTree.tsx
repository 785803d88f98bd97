import { type KeyboardEvent, useRef, useState } from "react";
import type { Folder } from "#demos/files/contract.ts";
import classes from "#demos/files/web/FolderTree.module.css";
import { NamedIcon } from "#demos/icons/web/NamedIcon.tsx";
import { IconChevronRight, IconFolder, IconHome } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type FolderTreeProps = {
  readonly label: string;
  readonly folders: readonly Folder[];
  /** Null is the top. */
  readonly currentId: string | null | undefined;
  /** Open at first, such as the path to the current folder. */
  readonly openIds: readonly string[];
  readonly onChoose: (id: string | null) => void;
};

type Line = { readonly folder: Folder | null; readonly depth: number; readonly hasChildren: boolean };

/** The folders as an ARIA tree: arrows move, open and close, Enter chooses. */
export function FolderTree({ label, folders, currentId, openIds, onChoose }: FolderTreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const region = useRef<HTMLDivElement>(null);
  const isOpen = (id: string) => toggled.get(id) ?? openIds.includes(id);
  const lines: Line[] = [{ folder: null, depth: 0, hasChildren: true }, ...below(null, 1)];
  const [activeId, setActiveId] = useState<string | null>(currentId ?? null);
  const found = lines.findIndex(({ folder }) => (folder?.id ?? null) === activeId);
  const active = Math.max(0, found);

  function below(parentId: string | null, depth: number): Line[] {
    return folders
      .filter((folder) => folder.parentId === parentId)
      .flatMap((folder) => {
        const hasChildren = folders.some((each) => each.parentId === folder.id);
        const line = { folder, depth, hasChildren };
        return hasChildren && isOpen(folder.id) ? [line, ...below(folder.id, depth + 1)] : [line];
      });
  }
  const setOpen = (id: string, isNowOpen: boolean) => setToggled((all) => new Map(all).set(id, isNowOpen));
  const goTo = (index: number) => {
    const line = lines[Math.max(0, Math.min(index, lines.length - 1))]!;
    setActiveId(line.folder?.id ?? null);
    region.current?.querySelector<HTMLElement>(`[data-folder="${line.folder?.id ?? "top"}"]`)?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const { folder, hasChildren } = lines[active]!;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const [forward, back] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const parent = () => goTo(lines.findIndex((line) => (line.folder?.id ?? null) === (folder?.parentId ?? null)));
    const byKey: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(active + 1),
      ArrowUp: () => goTo(active - 1),
      Home: () => goTo(0),
      End: () => goTo(lines.length - 1),
      Enter: () => onChoose(folder?.id ?? null),
      " ": () => onChoose(folder?.id ?? null),
      [forward]: () => {
        if (folder && hasChildren && !isOpen(folder.id)) setOpen(folder.id, true);
        else goTo(active + 1);
      },
      [back]: () => (folder && hasChildren && isOpen(folder.id) ? setOpen(folder.id, false) : folder && parent()),
    };
    const action = byKey[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <div ref={region} role="tree" aria-label={label} className={classes.tree} onKeyDown={handleKey}>
      {lines.map(({ folder, depth, hasChildren }, index) => {
        const id = folder?.id ?? null;
        const isExpanded = folder === null || isOpen(folder.id);
        return (
          <TreeLine
            key={id ?? "top"}
            line={{ folder, depth, hasChildren }}
            isExpanded={isExpanded}
            isChosen={id === currentId}
            tabIndex={index === active ? 0 : -1}
            onFocus={() => setActiveId(id)}
            onChoose={() => onChoose(id)}
            onToggle={() => folder && setOpen(folder.id, !isExpanded)}
          />
        );
      })}
    </div>
  );
}

type TreeLineProps = {
  readonly line: Line;
  readonly isExpanded: boolean;
  readonly isChosen: boolean;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
};

function TreeLine({ line, isExpanded, isChosen, tabIndex, onFocus, onChoose, onToggle }: TreeLineProps) {
  const t = useMessages("documents");
  const { folder, depth, hasChildren } = line;
  return (
    // The tree handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="treeitem"
      data-folder={folder?.id ?? "top"}
      aria-level={depth + 1}
      aria-selected={isChosen}
      {...(hasChildren ? { "aria-expanded": isExpanded } : {})}
      tabIndex={tabIndex}
      className={classes.line}
      style={{ paddingInlineStart: 8 + depth * 16 }}
      onFocus={onFocus}
      onClick={onChoose}
    >
      {folder && hasChildren && (
        <span
          aria-hidden
          className={`${classes.twisty} flip`}
          data-open={isExpanded || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <IconChevronRight size={14} />
        </span>
      )}
      {folder === null ? (
        <IconHome size={18} aria-hidden />
      ) : (
        <NamedIcon name={folder.icon} sizePx={18} fallback={<IconFolder size={18} />} />
      )}
      <bdi className={classes.name}>{folder === null ? t("top") : folder.name}</bdi>
    </div>
  );
}
