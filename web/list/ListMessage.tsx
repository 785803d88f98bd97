import { Button } from "@mantine/core";
import type { ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/ListMessage.module.css";
import { isNarrowed } from "#web/list/listUrl.ts";
import type { ListModel } from "#web/list/useList.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconInbox, IconPlus, IconSearch } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Whether there are no rows to draw and none are loading. */
export const isLoaded = <Row extends ListRow>({ answer, rows }: ListModel<Row>) =>
  (answer.error !== null && answer.data === undefined) || (answer.data !== undefined && rows.length === 0);

/** Shown instead of rows: why there are none, and the one thing to do about it. Filters stay as they are. */
export function ListMessage<Row extends ListRow>({ model }: { readonly model: ListModel<Row> }) {
  const messages = useMessages("list");
  const { list, state, change, answer, context } = model;
  return (
    <div className={classes.message}>
      {answer.error && answer.data === undefined ? (
        <ErrorState
          error={answer.error}
          // The cursor of an old link may be the reason for the refusal.
          onRetry={() => (state.place === null ? void answer.refetch() : change({ place: null }))}
          isRetrying={answer.isFetching}
        />
      ) : isNarrowed(state) || state.place !== null ? (
        <EmptyState
          icon={<IconSearch size={24} aria-hidden />}
          title={messages("nothingMatches")}
          text={messages("nothingMatchesText")}
          action={
            <Button variant="default" onClick={() => change({ search: "", filters: {}, any: [], view: null })}>
              {messages("clearFilters")}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<IconInbox size={24} aria-hidden />}
          title={context.t("empty.title")}
          text={context.t("empty.text")}
          action={
            list.create && (
              <LinkButton
                to={`${list.path}/new`}
                operation={list.create}
                leftSection={<IconPlus size={18} aria-hidden />}
              >
                {context.t("new")}
              </LinkButton>
            )
          }
        />
      )}
    </div>
  );
}
