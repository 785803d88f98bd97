import { type FocusEvent, type RefObject, Suspense, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ListDefinition, ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/RowEditor.module.css";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

type RowEditorCardProps = {
  readonly list: ListDefinition<never>;
  readonly row: ListRow;
  readonly name: string;
  readonly fields: readonly string[];
  /** The column whose cell it covers; null: the name's. */
  readonly columnId: string | null;
  readonly region: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

/** Fields of a row, over the row that they are in. It scrolls with the table. */
export function RowEditor({ list, row, name, fields, columnId, region, onClose }: RowEditorCardProps) {
  const messages = useMessages("list");
  const card = useRef<HTMLDivElement>(null);
  const [place] = useState(() => placeOf(region.current, row.id, columnId));
  useLayoutEffect(() => card.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), []);
  const isTouched = useRef(false);
  const { RowEditor: Fields } = list;
  if (!Fields || !region.current || !place) return null;
  // Users who changed nothing go on where they clicked; typed values wait for Enter or Esc.
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget === null || currentTarget.contains(relatedTarget);
    if (!isInside && !isTouched.current && relatedTarget.closest("[data-portal]") === null) onClose();
  };
  return createPortal(
    <div
      ref={card}
      className={classes.card}
      style={place}
      role="dialog"
      aria-label={messages("editRow", { name })}
      onBlur={handleBlur}
      onInput={() => void (isTouched.current = true)}
    >
      <Suspense fallback={<SkeletonRows rows={1} rowPx={64} />}>
        <Fields id={row.id} fields={fields} onClose={onClose} />
      </Suspense>
    </div>,
    region.current,
  );
}

/** The place of a cell in the region that scrolls. */
function placeOf(region: HTMLElement | null, id: string, columnId: string | null) {
  const row = region?.querySelector<HTMLTableRowElement>(`tr[data-id="${CSS.escape(id)}"]`);
  const headers = [...(region?.querySelectorAll<HTMLElement>("thead th") ?? [])];
  const index = headers.findIndex(({ dataset }) => dataset["column"] === columnId);
  const cell = row?.cells[Math.max(index, 1)];
  if (!region || !cell) return null;
  const [box, around] = [cell.getBoundingClientRect(), region.getBoundingClientRect()];
  const isRtl = getComputedStyle(region).direction === "rtl";
  const start = isRtl ? around.right - box.right - region.scrollLeft : box.left - around.left + region.scrollLeft;
  return {
    insetInlineStart: Math.max(8, Math.min(start, region.scrollWidth - cardPx - 8)),
    insetBlockStart: box.top - around.top + region.scrollTop,
    inlineSize: cardPx,
  };
}

const cardPx = 320;
