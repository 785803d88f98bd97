import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Candidate } from "#features/retail/assignments/contract/rows.ts";
import { CandidateRow } from "#features/retail/assignments/panes/web/CandidateRow.tsx";
import classes from "#features/retail/assignments/panes/web/CataloguePane.module.css";
import { ProductFilters, useProductFilters } from "#features/retail/assignments/panes/web/ProductFilters.tsx";
import { SelectionPane } from "#features/retail/assignments/panes/web/SelectionPane.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useStoredChoice } from "#features/retail/assignments/web/useStoredChoice.ts";
import { usePlacement, type Placement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { call } from "#web/call.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { keyOf } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPackage } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** A change takes at most this many pairs: products times retailers. */
const pairsMax = 5000;

const noneChosen: ReadonlySet<string> = new Set();

/** The target of the products: one retailer with its locations, or several. */
export type AssignTarget = { readonly retailerIds: readonly string[] } & Pick<
  Placement,
  "locations" | "timezone" | "currency"
>;

/** The catalogue on one side, the selected products and the preview on the other. */
export function CataloguePane({ target }: { readonly target: AssignTarget }) {
  const t = useMessages("assignments");
  const { filters, input, change } = useProductFilters();
  const { retailerIds, ...shops } = target;
  const [chosen, setChosen] = useStoredChoice(`products ${retailerIds.join(" ")}`, noneChosen);
  const [lead = "", ...others] = retailerIds;
  // Several retailers have different prices, rates and findings: the preview shows them.
  const isPlain = others.length > 0;
  const where = usePlacement({ ...shops, retailersCount: retailerIds.length });
  const { rows, total, query } = useCandidates({ retailerId: lead, ...where.located }, input);
  const toggle = (ids: readonly string[], isIn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (!isIn) after.delete(id);
        else if (after.size * retailerIds.length < pairsMax) after.add(id);
      }
      return after;
    });
  return (
    <div className={classes.two}>
      <section className={classes.pane} data-plain={isPlain ? "" : undefined} aria-label={t("catalogue")}>
        <ProductFilters
          filters={filters}
          onChange={change}
          names={isPlain ? ["halal", "brand", "category"] : ["halal", "brand", "category", "isBlocked", "isAssigned"]}
        />
        <CatalogueHead rows={rows} total={total} chosen={chosen} isPlain={isPlain} onToggle={toggle} />
        <Candidates query={query} rows={rows}>
          {(row) => (
            <CandidateRow
              key={row.product.id}
              row={row}
              retailerId={lead}
              isPlain={isPlain}
              isChosen={chosen.has(row.product.id)}
              onToggle={(isIn) => toggle([row.product.id], isIn)}
            />
          )}
        </Candidates>
      </section>
      <SelectionPane
        retailerIds={retailerIds}
        where={where}
        chosen={chosen}
        onRemove={(id) => toggle([id], false)}
        onClear={() => setChosen(() => noneChosen)}
      />
    </div>
  );
}

type CandidatesProps = Pick<ReturnType<typeof useCandidates>, "query" | "rows"> & {
  readonly children: (row: Candidate) => ReactNode;
};

function Candidates({ query, rows, children }: CandidatesProps) {
  const t = useMessages("assignments");
  return (
    <div className={classes.rows}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : query.isPending ? (
        <SkeletonRows rows={8} rowPx={56} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<IconPackage size={24} aria-hidden />} title={t("noProducts")} text={t("noProductsText")} />
      ) : (
        <div role="list">{rows.map(children)}</div>
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
  );
}

type CatalogueHeadProps = {
  readonly rows: readonly Candidate[];
  readonly total: number | null;
  readonly chosen: ReadonlySet<string>;
  readonly isPlain: boolean;
  readonly onToggle: (ids: readonly string[], isIn: boolean) => void;
};

function CatalogueHead({ rows, total, chosen, isPlain, onToggle }: CatalogueHeadProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const free = rows.filter((row) => isPlain || isSelectable(row)).map(({ product }) => product.id);
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
      {!isPlain && (
        <>
          <span className={classes.figure}>{t("columns.price")}</span>
          <span className={classes.figure}>{t("columns.rate")}</span>
        </>
      )}
    </div>
  );
}

/** What is assigned already, or may not be promoted here, is not selected. */
const isSelectable = ({ assignment, findings }: Candidate) =>
  assignment === null && !findings.some(({ isBlocking }) => isBlocking);

type Narrowing = ReturnType<typeof useProductFilters>["input"];

type At = { readonly retailerId: string; readonly locationId?: string };

function useCandidates(at: At, input: Narrowing) {
  const { transport, queryClient } = useApiClient();
  const order = { sort: "name" as const, ...sortLanguageOf(useLanguage()) };
  const wanted = { ...at, ...input, ...order, limit: 50 as const };
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
