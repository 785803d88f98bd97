import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import type { ListDefinition, ListRow } from "#web/list/defineList.ts";
import type { DesktopListProps } from "#web/list/DesktopList.tsx";
import { deviceLists, loadDesktopList, loadPhone } from "#web/list/deviceList.ts";
import type { PhoneListProps } from "#web/list/PhoneList.tsx";
import { useExport } from "#web/list/useExport.ts";
import { useList } from "#web/list/useList.ts";
import { useViewTotals } from "#web/list/useViewTotals.ts";
import { ViewTabs } from "#web/list/ViewTabs.tsx";
import { useCan } from "#web/session.tsx";
import { IconDownload, IconPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

// Loaded for the case that the window becomes narrow or wide.
const LazyDesktopList = lazy(loadDesktopList) as <Row extends ListRow>(props: DesktopListProps<Row>) => ReactNode;
const LatePhone = lazy(loadPhone) as <Row extends ListRow>(props: PhoneListProps<Row>) => ReactNode;

const ExportFormats = lazy(() =>
  import("#web/list/ExportFormats.tsx").then((module) => ({ default: module.ExportFormats })),
);

type RecordListProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  /** Further buttons beside Export, such as Import. */
  readonly actions?: ReactNode;
  /** Also on a phone: these buttons are the main purpose of the screen, and nothing else does the same. */
  readonly keepsActions?: boolean;
  /** Above the views: the tabs of an area (`AreaTabs`). */
  readonly above?: ReactNode;
};

/** The list of every area: views, search, filters, rows, selection, pages. Its definition says what differs. */
export function RecordList<Row extends ListRow>({ list, actions, keepsActions = false, above }: RecordListProps<Row>) {
  const messages = useMessages("list");
  const model = useList(list);
  const exporting = useExport(list, model.state, model.preferences, model.context);
  const totals = useViewTotals(list, model);
  const isPhone = useIsPhone();
  const can = useCan();
  const { context } = model;
  const { desk: Desk = LazyDesktopList, phone: Phone = LatePhone } = deviceLists();
  return (
    <Page
      title={context.t("title")}
      layout="fill"
      keepsActions={keepsActions}
      actions={
        <>
          {actions}
          {list.exporting && can(list.exporting) && (
            <Button.Group>
              <Button
                variant="default"
                leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                loading={exporting.isPending}
                onClick={() => exporting.start(null)}
              >
                {messages("export")}
              </Button>
              <Suspense>
                <ExportFormats onChoose={(format) => exporting.start(null, format)} isBusy={exporting.isPending} />
              </Suspense>
            </Button.Group>
          )}
        </>
      }
      primary={
        list.create && (
          <LinkButton
            to={`${list.path}/new`}
            operation={list.create}
            leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
          >
            {context.t("new")}
          </LinkButton>
        )
      }
    >
      {above}
      <ViewTabs list={list} views={model.views} totals={totals} context={context} />
      <Suspense fallback={<SkeletonRows rows={9} rowPx={52} />}>
        {isPhone ? (
          <Phone model={model} onExport={exporting.start} actions={keepsActions ? null : actions} />
        ) : (
          <Desk model={model} onExport={exporting.start} />
        )}
      </Suspense>
    </Page>
  );
}
