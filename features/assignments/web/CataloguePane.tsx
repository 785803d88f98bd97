import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assignments } from "#features/assignments/contract.ts";
import type { Candidate, Shop } from "#features/assignments/contract/rows.ts";
import { CandidateRow } from "#features/assignments/web/CandidateRow.tsx";
import classes from "#features/assignments/web/CataloguePane.module.css";
import { ProductFilters, useProductFilters } from "#features/assignments/web/ProductFilters.tsx";
import { SelectionPane } from "#features/assignments/web/SelectionPane.tsx";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { useWhere } from "#features/assignments/web/useWhere.ts";
import { call } from "#web/call.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { keyOf } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPackage } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useReach } from "#web/useReach.ts";
import { useWords } from "#web/useWords.ts";

/** A change takes as many. */
const chosenMax = 5000;

/** The catalogue on one side, what somebody has chosen from it and what would become of that on the other. */
export function CataloguePane({ shop }: { readonly shop: Shop }) {
  const t = useWords("assignments");
  const { filters, input, change } = useProductFilters();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const where = useWhere({ locations: shop.locations, timezone: shop.timezone, retailersCount: 1 });
  const { rows, total, query } = useCandidates({ retailerId: shop.id, ...where.located }, input);
  const toggle = (ids: readonly string[], isIn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (!isIn) after.delete(id);
        else if (after.size < chosenMax) after.add(id);
      }
      return after;
    });
  return (
    <div className={classes.two}>
      <section className={classes.pane} aria-label={t("catalogue")}>
        <ProductFilters
          filters={filters}
          onChange={change}
          names={["halal", "brand", "category", "isBlocked", "isAssigned"]}
        />
        <CatalogueHead rows={rows} total={total} chosen={chosen} onToggle={toggle} />
        <div className={classes.rows} role="list">
          {query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
          ) : query.isPending ? (
            <SkeletonRows rows={8} rowPx={56} />
          ) : rows.length === 0 ? (
            <EmptyState
              icon={<IconPackage size={24} aria-hidden />}
              title={t("noProducts")}
              text={t("noProductsText")}
            />
          ) : (
            rows.map((row) => (
              <CandidateRow
                key={row.product.id}
                row={row}
                retailerId={shop.id}
                isChosen={chosen.has(row.product.id)}
                onToggle={(isIn) => toggle([row.product.id], isIn)}
              />
            ))
          )}
          {query.hasNextPage && (
            <Button
              variant="subtle"
              fullWidth
              className={classes.more}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t("more")}
            </Button>
          )}
        </div>
      </section>
      <SelectionPane
        shop={shop}
        where={where}
        chosen={chosen}
        onRemove={(id) => toggle([id], false)}
        onClear={() => setChosen(new Set())}
      />
    </div>
  );
}

type CatalogueHeadProps = {
  readonly rows: readonly Candidate[];
  readonly total: number | null;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (ids: readonly string[], isIn: boolean) => void;
};

function CatalogueHead({ rows, total, chosen, onToggle }: CatalogueHeadProps) {
  const t = useWords("assignments");
  const texts = useAssignTexts();
  const free = rows.filter(({ assignment }) => assignment === null).map(({ product }) => product.id);
  const count = free.filter((id) => chosen.has(id)).length;
  const all = free.length > 0 && count === free.length;
  return (
    <div className={classes.headRow}>
      <CheckMark
        label={t("chooseAll")}
        isChecked={all}
        isMixed={count > 0 && !all}
        onChange={() => onToggle(free, !all)}
      />
      <span>
        {total === null ? t("columns.product") : t("products", { count: total, figure: texts.figure(total) })}
      </span>
      <span className={classes.wide}>{t("columns.halal")}</span>
      <span className={classes.figure}>{t("columns.price")}</span>
      <span className={classes.figure}>{t("columns.rate")}</span>
    </div>
  );
}

type Narrowing = ReturnType<typeof useProductFilters>["input"];

type At = { readonly retailerId: string; readonly locationId?: string };

function useCandidates(at: At, input: Narrowing) {
  const { transport, queryClient } = useReach();
  const wanted = { ...at, ...input, sort: "name" as const, limit: 50 as const };
  const query = useInfiniteQuery(
    {
      queryKey: keyOf(assignments.candidates, wanted),
      queryFn: ({ pageParam, signal }) =>
        call(
          transport,
          assignments.candidates,
          {
            ...wanted,
            count: pageParam === null ? "capped" : "none",
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    },
    queryClient,
  );
  const rows: Candidate[] = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return { rows, total: query.data?.pages[0]?.total?.count ?? null, query };
}
