import { Button } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Assignment, RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/panes/web/AssignedPane.module.css";
import { BulkChangeBar } from "#features/retail/assignments/changes/web/BulkChangeBar.tsx";
import { AssignedHead } from "#features/retail/assignments/panes/web/AssignedHead.tsx";
import { AssignedRow } from "#features/retail/assignments/panes/web/AssignedRow.tsx";
import type { BulkChangeKind } from "#features/retail/assignments/changes/web/ChangeDialog.tsx";
import { ProductFilters, useProductFilters } from "#features/retail/assignments/panes/web/ProductFilters.tsx";
import { call } from "#web/call.ts";
import { useExportFile } from "#web/list/useExportFile.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { keyOf } from "#web/operations.ts";
import { loadRecordMessages } from "#web/record/withRecordMessages.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDownload, IconPackage } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// Loaded on the first change.
const ChangeDialog = lazy(() =>
  import("#features/retail/assignments/changes/web/ChangeDialog.tsx").then((module) => ({
    default: module.ChangeDialog,
  })),
);
const HistoryDialog = lazy(async () => {
  const [module] = await Promise.all([
    import("#features/retail/assignments/history/web/HistoryDialog.tsx"),
    loadRecordMessages(),
  ]);
  return { default: module.HistoryDialog };
});
const TermsDialog = lazy(() =>
  import("#features/retail/assignments/terms/web/TermsDialog.tsx").then((module) => ({ default: module.TermsDialog })),
);

/** What a retailer sells: status and reason, price and cashback, with single and bulk changes. */
export function AssignedPane({ shop }: { readonly shop: RetailerSettings }) {
  const t = useMessages("assignments");
  const can = useCan();
  const { filters, input, change } = useProductFilters();
  const { ticked, tick, untickAll } = useTicks();
  const [altering, setAltering] = useState<BulkChangeKind | null>(null);
  const [edited, setEdited] = useState<Assignment | null>(null);
  const [told, setTold] = useState<Assignment | null>(null);
  const { rows, total, query, file } = useAssigned(shop.id, input);
  const mayChange = can(assignments.preview);
  return (
    <section className={classes.pane} aria-label={t("tabs.assigned")}>
      <div className={classes.tools}>
        <ProductFilters
          filters={filters}
          onChange={change}
          names={["halal", "brand", "category", "isBlocked", "stock"]}
        />
        <ExportButton file={file} />
      </div>
      <AssignedHead rows={rows} total={total} ticked={mayChange ? ticked : null} onTick={tick} />
      <div role="list">
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : query.isPending ? (
          <SkeletonRows rows={8} rowPx={56} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<IconPackage size={24} aria-hidden />}
            title={t("nothingAssigned")}
            text={t("nothingAssignedText")}
          />
        ) : (
          rows.map((row) => (
            <AssignedRow
              key={row.id}
              row={row}
              shop={shop}
              isTicked={mayChange ? ticked.has(row.id) : null}
              onTick={(isIn) => tick([row.id], isIn)}
              onEdit={can(assignments.update) ? () => setEdited(row) : null}
              onHistory={() => setTold(row)}
            />
          ))
        )}
      </div>
      <MoreButton query={query} />
      {ticked.size > 0 && <BulkChangeBar count={ticked.size} onAlter={setAltering} onClear={untickAll} />}
      <Suspense>
        {altering && (
          <ChangeDialog
            kind={altering}
            shop={shop}
            ids={[...ticked]}
            onClose={() => setAltering(null)}
            onDone={() => {
              setAltering(null);
              untickAll();
            }}
          />
        )}
        {told && <HistoryDialog assignment={told} timezone={shop.timezone} onClose={() => setTold(null)} />}
        {edited && <TermsDialog key={edited.id} assignment={edited} shop={shop} onClose={() => setEdited(null)} />}
      </Suspense>
    </section>
  );
}

type MoreButtonProps = {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
};

function MoreButton({ query }: MoreButtonProps) {
  const t = useMessages("assignments");
  if (!query.hasNextPage) return null;
  return (
    <Button variant="subtle" fullWidth loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t("more")}
    </Button>
  );
}

function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (ids: readonly string[], isIn: boolean) =>
    setTicked((before) => new Set(isIn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return { ticked, tick, untickAll: () => setTicked(new Set()) };
}

type ExportButtonProps = { readonly file: { readonly isPending: boolean; readonly mutate: () => void } };

function ExportButton({ file }: ExportButtonProps) {
  const t = useMessages("assignments");
  const can = useCan();
  if (!can(assignments.exportCsv)) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t("export")}
    </Button>
  );
}

type Narrowing = ReturnType<typeof useProductFilters>["input"];

function useAssigned(retailerId: string, { isAssigned: _, ...input }: Narrowing) {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  const exportFile = useExportFile();
  const wanted = { retailerId, ...input, sort: "product" as const, ...sortLanguageOf(useLanguage()) };
  const query = useInfiniteQuery(
    {
      queryKey: keyOf(assignments.list, wanted),
      queryFn: ({ pageParam, signal }) =>
        call(
          transport,
          assignments.list,
          {
            ...wanted,
            limit: 50,
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
  const file = useMutation(
    {
      mutationFn: () =>
        exportFile({ operation: assignments.exportCsv, input: { ...wanted, limit: 100, count: "none" } }),
      onError: (error: Error) => void toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  const rows: Assignment[] = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return { rows, total: query.data?.pages[0]?.total?.count ?? null, query, file };
}
