import type { Change } from "#features/retail/assignments/contract/changes.ts";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { MatrixChange } from "#features/retail/assignments/matrix/web/MatrixChange.tsx";
import { MatrixGrid, type Place } from "#features/retail/assignments/matrix/web/MatrixGrid.tsx";
import { rowPx } from "#features/retail/assignments/matrix/web/MatrixLine.tsx";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";
import { ProductFilters, useProductFilters } from "#features/retail/assignments/panes/web/ProductFilters.tsx";
import { useStoredChoice } from "#features/retail/assignments/web/useStoredChoice.ts";
import { useMatrix } from "#features/retail/assignments/matrix/web/useMatrix.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPackage } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

type Pairs = Extract<Extract<Change, { kind: "assign" }>["target"], { pairs: unknown }>["pairs"];

const noneChosen: ReadonlyMap<string, Pairs[number]> = new Map();

/**
 * All products of a chain by all its branches. Draws and reads only what is visible, so 1,000 by 50 scrolls as fast as
 * 1 by 1. Arrow keys move, the space bar selects cells to assign.
 */
export function MatrixPane({ shop }: { readonly shop: RetailerSettings }) {
  const t = useMessages("assignments");
  const { filters, input, change } = useProductFilters();
  const [chosen, setChosen] = useStoredChoice(`pairs ${shop.id}`, noneChosen);
  const matrix = useMatrix(shop.id, input);
  const toggle = ({ row, column }: Place) => {
    const line = matrix.rowAt(row);
    const cell = line?.cells[column];
    if (!line || !cell || cell.assignmentId !== null || cell.blockedBy !== null) return;
    const pair = { productId: line.product.id, retailerId: shop.branches[column]!.id };
    const key = `${pair.productId} ${pair.retailerId}`;
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(key)) after.set(key, pair);
      return after;
    });
  };
  return (
    <section className={classes.pane} aria-label={t("tabs.matrix")}>
      <ProductFilters filters={filters} onChange={change} names={["brand", "category", "isAssigned"]} />
      {matrix.error ? (
        <ErrorState error={matrix.error} onRetry={matrix.retry} />
      ) : matrix.isPending ? (
        <SkeletonRows rows={10} rowPx={rowPx} />
      ) : matrix.total === 0 ? (
        <EmptyState icon={<IconPackage size={24} aria-hidden />} title={t("noProducts")} text={t("noProductsText")} />
      ) : (
        <MatrixGrid matrix={matrix} branches={shop.branches} chosen={chosen} onToggle={toggle} />
      )}
      {chosen.size > 0 && (
        <MatrixChange shop={shop} pairs={[...chosen.values()]} onDone={() => setChosen(() => noneChosen)} />
      )}
    </section>
  );
}
