import { useVirtualizer } from "@tanstack/react-virtual";
import type { ListRow } from "#web/list/defineList.ts";
import { ListBody } from "#web/list/ListBody.tsx";
import classes from "#web/list/ListTable.module.css";
import type { RowsProps } from "#web/list/rowsProps.ts";

const headPx = 36;

/** Draws the visible rows and a few around them; two empty rows take the space of the others. */
export function VirtualBody<Row extends ListRow>(props: RowsProps<Row>) {
  const { rows, regionRef, rowHeight, columns } = props;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => regionRef.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headPx,
    overscan: 10,
  });
  const drawn = virtualizer.getVirtualItems();
  const span = columns.length + 2;
  return (
    <ListBody
      {...props}
      drawn={drawn.map(({ index }) => index)}
      before={<Spacer height={drawn[0]?.start ?? 0} span={span} />}
      after={<Spacer height={virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)} span={span} />}
    />
  );
}

const Spacer = ({ height, span }: { readonly height: number; readonly span: number }) => (
  <tr className={classes.spacer} aria-hidden="true">
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
);
