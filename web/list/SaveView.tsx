import { Popover } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import classes from "#web/list/ViewTabs.module.css";
import { IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SaveViewProps = { readonly onSave: (name: string) => void };

const SaveViewForm = lazy(() =>
  import("#web/list/SaveViewForm.tsx").then((module) => ({ default: module.SaveViewForm })),
);

/** Saves the current view under a name. */
export function SaveView({ onSave }: SaveViewProps) {
  const messages = useMessages("list");
  const [isOpen, setOpen] = useState(false);
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
        <Suspense>
          <SaveViewForm
            onSave={(name) => {
              onSave(name);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
