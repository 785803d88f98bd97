import { Popover } from "@mantine/core";
import { use, useState } from "react";
import { ListViewsContext } from "#web/list/listViewSource.ts";
import { SaveViewForm } from "#web/list/SaveViewForm.tsx";
import type { ListViews } from "#web/list/useViews.ts";
import classes from "#web/list/ViewTabs.module.css";
import { IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SaveViewProps = { readonly list: string; readonly views: ListViews };

/** Saves the current view under a name. */
export function SaveView({ list, views }: SaveViewProps) {
  const messages = useMessages("list");
  const [isOpen, setOpen] = useState(false);
  if (use(ListViewsContext) === null) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.add}
          aria-label={messages("saveView")}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPlus size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages("saveView")}>
        <SaveViewForm list={list} views={views} onSaved={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
