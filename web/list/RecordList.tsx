import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ListDefinition, ListRow } from "#web/list/defineList.ts";
import { DeskList } from "#web/list/DeskList.tsx";
import { PhoneList } from "#web/list/PhoneList.tsx";
import { useExport } from "#web/list/useExport.ts";
import { useList } from "#web/list/useList.ts";
import { useViewTotals } from "#web/list/useViewTotals.ts";
import { ViewTabs } from "#web/list/ViewTabs.tsx";
import { useCan } from "#web/session.tsx";
import { IconDownload, IconPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useWords } from "#web/useWords.ts";

type RecordListProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  /** Further buttons beside Export, such as Import. */
  readonly actions?: ReactNode;
  /** On a phone too: the buttons are what one comes for, and nothing else does the same. */
  readonly keepsActions?: boolean;
};

/** The list that every area has: views, search, filters, rows, selection, pages. What differs stands in its definition. */
export function RecordList<Row extends ListRow>({ list, actions, keepsActions = false }: RecordListProps<Row>) {
  const words = useWords("list");
  const model = useList(list);
  const exporting = useExport(list, model.state, model.preferences);
  const totals = useViewTotals(list, model);
  const isPhone = useIsPhone();
  const can = useCan();
  const { context } = model;
  return (
    <Page
      title={context.t("title")}
      layout="fill"
      keepsActions={keepsActions}
      actions={
        <>
          {actions}
          {list.exporting && can(list.exporting) && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate(null)}
            >
              {words("export")}
            </Button>
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
      <ViewTabs list={list} views={model.views} totals={totals} context={context} />
      {isPhone ? <PhoneList model={model} /> : <DeskList model={model} onExport={exporting.mutate} />}
    </Page>
  );
}
