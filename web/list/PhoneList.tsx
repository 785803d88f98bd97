import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { CardList } from "#web/list/CardList.tsx";
import type { ListRow } from "#web/list/defineList.ts";
import { ListPager } from "#web/list/ListPager.tsx";
import { isLoaded, ListMessage } from "#web/list/ListMessage.tsx";
import type { FilterSheetProps } from "#web/list/FilterSheet.tsx";
import { OutageBanner } from "#web/list/OutageBanner.tsx";
import classes from "#web/list/PhoneList.module.css";
import { PhoneMore } from "#web/list/PhoneMore.tsx";
import type { PhoneSelectionProps } from "#web/list/PhoneSelection.tsx";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { isNothing } from "#web/list/selection.ts";
import type { StartExport } from "#web/list/useExport.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useCan } from "#web/session.tsx";
import { IconAdjustmentsHorizontal } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

const FilterSheet = lazy(() =>
  import("#web/list/FilterSheet.tsx").then((module) => ({ default: module.FilterSheet })),
) as <Row extends ListRow>(props: FilterSheetProps<Row>) => ReactNode;

const PhoneSelection = lazy(() =>
  import("#web/list/PhoneSelection.tsx").then((module) => ({ default: module.PhoneSelection })),
) as <Row extends ListRow>(props: PhoneSelectionProps<Row>) => ReactNode;

const cardPx = 88;

export type PhoneListProps<Row extends ListRow> = {
  readonly model: ListModel<Row>;
  readonly onExport: StartExport;
  /** The area's buttons, if they are not beside the title. */
  readonly actions: ReactNode;
};

/** The list on a phone: cards, and all filters in a sheet. The page scrolls; the primary action stays at the bottom. */
export function PhoneList<Row extends ListRow>({ model, onExport, actions }: PhoneListProps<Row>) {
  const messages = useMessages("list");
  const can = useCan();
  const { list, state, change, rows, answer, ticks, context } = model;
  const [isAsked, setAsked] = useState(false);
  const isSelecting = isAsked || !isNothing(ticks.selection);
  const [isFiltering, setFiltering] = useState(false);
  const filtersCount = Object.keys(state.filters).length + state.any.length;
  return (
    <>
      <div className={classes.tools} role="search" aria-label={messages("tools")}>
        <SearchBox
          label={context.t("searchLabel")}
          value={state.search}
          onChange={(search) => change({ search }, { isReplacing: true })}
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          rightSection={filtersCount > 0 && <span className={classes.count}>{filtersCount}</span>}
          onClick={() => setFiltering(true)}
        >
          {messages("filters")}
        </Button>
        <PhoneMore
          onSelect={() => setAsked(true)}
          onExport={list.exporting && can(list.exporting) ? (format) => onExport(null, format) : null}
          actions={actions}
        />
      </div>
      <OutageBanner model={model} />
      {isLoaded(model) ? (
        <ListMessage model={model} />
      ) : answer.data === undefined ? (
        <SkeletonRows rows={7} rowPx={cardPx} />
      ) : (
        <CardList
          list={list}
          rows={rows}
          isStale={answer.isPlaceholderData}
          isOutdated={answer.outage !== null}
          selection={isSelecting ? ticks.selection : null}
          onToggle={(id) => ticks.toggleRow(id, { shiftKey: false })}
          onLongPress={(id) => isSelecting || ticks.toggleRow(id, { shiftKey: false })}
          context={context}
        />
      )}
      {/* The page scrolls, so it would jump to the end of the rows. */}
      {answer.data !== undefined && <ListPager model={model} />}
      <Suspense>
        {isSelecting && <PhoneSelection model={model} onExport={onExport} onEnd={() => setAsked(false)} />}
        {isFiltering && (
          <FilterSheet
            list={list}
            state={state}
            onClose={() => setFiltering(false)}
            onApply={(narrowing) => {
              setFiltering(false);
              change(narrowing);
            }}
            context={context}
          />
        )}
      </Suspense>
    </>
  );
}
