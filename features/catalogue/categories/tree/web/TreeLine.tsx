import { ActionIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, memo, type PointerEvent, Suspense, useState } from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import type { DropZone } from "#features/catalogue/categories/rules.ts";
import { MeatText } from "#features/catalogue/categories/web/MeatText.tsx";
import { RelevanceText } from "#features/catalogue/categories/web/RelevanceText.tsx";
import classes from "#features/catalogue/categories/tree/web/TreeLine.module.css";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { formatNumber } from "#web/formats.ts";
import { IconChevronRight, IconDots, IconGripVertical } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const LineMenu = lazy(() =>
  import("#features/catalogue/categories/tree/web/LineMenu.tsx").then((module) => ({ default: module.LineMenu })),
);

type TreeLineProps = {
  readonly row: TreeRow;
  /** The category that it inherits the halal relevance from. */
  readonly deciding: TreeRow | null;
  /** The same for meat. */
  readonly meatDeciding: TreeRow | null;
  /** It doesn't match, and is shown only because a descendant does. */
  readonly isLead: boolean;
  /** Null without children. */
  readonly openness: "open" | "closed" | null;
  /** Its position among its siblings, from 1. */
  readonly place: number;
  readonly siblings: number;
  readonly isActive: boolean;
  readonly isDragged: boolean;
  readonly drop: DropZone | null;
  readonly onActivate: (id: string) => void;
  readonly onToggle: (id: string) => void;
  /** Null if the user may not move it. */
  readonly onGrip: ((event: PointerEvent, id: string) => void) | null;
  readonly onAskMove: (id: string) => void;
  readonly isTicked: boolean;
  /** Null if the user has no bulk actions. */
  readonly onTick: ((id: string) => void) | null;
};

/** One category in the tree. Memoized: while one is dragged, only those under the pointer are rendered again. */
export const TreeLine = memo(function TreeLine(props: TreeLineProps) {
  const { row, deciding, meatDeciding, isLead, openness, place, siblings, isActive, isDragged, drop } = props;
  const { onActivate, onToggle, onGrip, onAskMove, isTicked, onTick } = props;
  const t = useMessages("categories");
  const language = useLanguage();
  return (
    <div
      role="treeitem"
      className={classes.line}
      style={{ "--level": row.depth - 1 } as React.CSSProperties}
      data-id={row.id}
      data-drop={drop ?? undefined}
      data-dragged={isDragged || undefined}
      data-lead={isLead || undefined}
      aria-level={row.depth}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={openness === null ? undefined : openness === "open"}
      aria-selected={onTick === null ? undefined : isTicked}
      aria-label={row.nameI18n[language] ?? row.name}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActivate(row.id)}
    >
      <Tick row={row} isTicked={isTicked} onTick={onTick} />
      <span
        className={classes.grip}
        data-on={onGrip !== null || undefined}
        onPointerDown={(event) => onGrip?.(event, row.id)}
      >
        {onGrip && <IconGripVertical size={16} aria-hidden />}
      </span>
      <span className={classes.name}>
        {openness === null ? (
          <i className={classes.twig} />
        ) : (
          <button
            type="button"
            className={classes.twig}
            data-open={openness === "open" || undefined}
            aria-hidden="true"
            tabIndex={-1}
            onClick={() => onToggle(row.id)}
          >
            <IconChevronRight size={16} className="flip" aria-hidden />
          </button>
        )}
        <LogoMark id={row.id} name={row.nameI18n[language] ?? row.name} logoFileId={row.imageFileId} sizePx={24} />
        <Link to={`/apps/category/categories/${row.id}`} tabIndex={-1} className={classes.link}>
          <bdi>{row.nameI18n[language] ?? row.name}</bdi>
        </Link>
        <MeatText row={row} deciding={meatDeciding} />
        {row.status === "archived" && <StatusBadge tone="mute">{t("status.archived")}</StatusBadge>}
      </span>
      <span className={classes.figure} title={t("columns.productCount")}>
        {row.productCount === 0 ? "–" : formatNumber(language, row.productCount)}
      </span>
      <span className={classes.relevance}>
        <RelevanceText row={row} deciding={deciding} />
      </span>
      <MoreButton row={row} isActive={isActive} onAskMove={onAskMove} />
    </div>
  );
});

/** Operated from its row: Space or x selects the focused one. */
function Tick({ row, isTicked, onTick }: Pick<TreeLineProps, "row" | "isTicked" | "onTick">) {
  const t = useMessages("categories");
  const name = row.nameI18n[useLanguage()] ?? row.name;
  return (
    <span className={classes.tick}>
      {onTick && (
        <CheckMark label={t("tick", { name })} isChecked={isTicked} onChange={() => onTick(row.id)} tabIndex={-1} />
      )}
    </span>
  );
}

/** The menu is only rendered on first use, so that a thousand rows have none. */
function MoreButton({ row, isActive, onAskMove }: Pick<TreeLineProps, "row" | "isActive" | "onAskMove">) {
  const messages = useMessages();
  const [isAsked, setAsked] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={messages("buttons.more")}
      tabIndex={isActive ? 0 : -1}
      onClick={() => setAsked(true)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <LineMenu row={row} onAskMove={onAskMove} onClose={() => setAsked(false)} />
    </Suspense>
  );
}
