import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useInfiniteQuery } from "@tanstack/react-query";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { RetailerSettings, RetailerEvent } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/history/web/RetailerHistory.module.css";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useCauseTexts } from "#features/retail/assignments/web/useCauseTexts.ts";
import { call } from "#web/call.ts";
import { formatDateTime } from "#web/formats.ts";
import { keyOf } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconHistory, IconPlayerPause, IconPlayerPlay } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What cascades did to the products of a retailer, when, and why. */
export function RetailerHistory({ shop }: { readonly shop: RetailerSettings }) {
  const t = useMessages("assignments");
  const query = useRetailerEvents(shop.id);
  const events = query.data?.pages.flatMap((page) => page.events) ?? [];
  if (query.error && !query.data) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  }
  if (query.isPending) return <SkeletonRows rows={5} rowPx={72} />;
  if (events.length === 0) {
    return (
      <EmptyState icon={<IconHistory size={24} aria-hidden />} title={t("history.none")} text={t("history.noneText")} />
    );
  }
  return (
    <section className={classes.pane} aria-label={t("tabs.activity")}>
      <ol className={classes.events}>
        {events.map((event) => (
          <RetailerEventLine key={event.id} event={event} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("more")}
        </Button>
      )}
    </section>
  );
}

function RetailerEventLine({ event }: { readonly event: RetailerEvent }) {
  const t = useMessages("assignments");
  const language = useLanguage();
  const texts = useAssignTexts();
  const { causeText } = useCauseTexts();
  const { verb, reason, cause, causeCode, productCount, products, actorName, at } = event;
  const Icon = verb === "paused" ? IconPlayerPause : IconPlayerPlay;
  const more = productCount - products.length;
  return (
    <li className={classes.event} data-verb={verb}>
      <Icon size={16} aria-hidden />
      <div>
        <p className={classes.what}>
          {t(`history.${verb}`, { count: productCount, figure: texts.figure(productCount) })}
          {reason !== null && <span className={classes.why}> · {t(`plainReasons.${reason}`)}</span>}
        </p>
        <p className={classes.cause}>
          {causeText(cause, causeCode)}
          {causeCode?.startsWith("CERT-") && (
            <>
              {" "}
              <Link to="/apps/cert/certs" search={{ q: causeCode }}>
                {t("history.open")}
              </Link>
            </>
          )}
        </p>
        <p className={classes.products}>
          {products.map(({ id, ...named }, index) => (
            <span key={id}>
              {index > 0 && t("history.comma")}
              <bdi>{texts.nameOf(named)}</bdi>
            </span>
          ))}
          {more > 0 && ` ${t("history.more", { figure: texts.figure(more) })}`}
        </p>
        <p className={classes.when}>
          <time dateTime={at}>{formatDateTime(language, at)}</time>
          {actorName !== null && (
            <>
              {" · "}
              <bdi>{actorName}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

function useRetailerEvents(id: string) {
  const { transport, queryClient } = useApiClient();
  return useInfiniteQuery(
    {
      queryKey: keyOf(assignments.shopActivity, { id }),
      queryFn: ({ pageParam, signal }) =>
        call(
          transport,
          assignments.shopActivity,
          { id, limit: 25, ...(pageParam === null ? {} : { before: pageParam }) },
          { signal },
        ),
      initialPageParam: null as number | null,
      getNextPageParam: ({ events, hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
    },
    queryClient,
  );
}
