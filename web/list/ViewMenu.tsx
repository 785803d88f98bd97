import { Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useViewChanges } from "#web/list/useViewChanges.ts";
import type { ListViews } from "#web/list/useViews.ts";
import classes from "#web/list/ViewTabs.module.css";
import { IconChevronDown } from "#web/ui/icons.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

type ViewMenuProps = { readonly list: string; readonly views: ListViews };

const ViewSettings = lazy(() =>
  import("#web/list/ViewSettings.tsx").then((module) => ({ default: module.ViewSettings })),
);

/** The actions of the current view. Only a saved one that the user may change has more than the default. */
export function ViewMenu({ list, views }: ViewMenuProps) {
  const messages = useMessages("list");
  const [isSetting, setSetting] = useState(false);
  const { saved } = views.current;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes.more} aria-label={messages("viewActions")}>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItems list={list} views={views} onSettings={() => setSetting(true)} />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isSetting && saved && <ViewSettings list={list} view={saved} onClose={() => setSetting(false)} />}
      </Suspense>
    </>
  );
}

function ViewItems({ list, views, onSettings }: ViewMenuProps & { readonly onSettings: () => void }) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const confirm = useConfirm();
  const changes = useViewChanges(list);
  const { saved } = views.current;
  const remove = async (view: NonNullable<typeof saved>) => {
    // Others lose it too.
    const isShared = view.audience !== "me";
    const question = {
      title: messages("removeShared"),
      named: view.name,
      confirmLabel: shellMessages("buttons.delete"),
      isDangerous: true,
    };
    if (isShared && !(await confirm(question))) return;
    await changes.remove(view).catch(ignored);
    views.show(views.tabs[0]!);
  };
  return (
    <>
      {saved && (
        <>
          {!saved.isOwn && <Menu.Label>{messages("sharedBy", { name: saved.ownerName })}</Menu.Label>}
          {saved.isEditable && (
            <Menu.Item
              disabled={!views.isModified}
              onClick={() => void changes.update(saved, views.shown).catch(ignored)}
            >
              {messages("keepView")}
            </Menu.Item>
          )}
          <Menu.Item disabled={!views.isModified} onClick={() => views.show(views.current)}>
            {messages("resetView")}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.CheckboxItem checked={views.isDefault} onChange={views.setDefault}>
        {messages("defaultView")}
      </Menu.CheckboxItem>
      {saved?.isEditable && (
        <>
          <Menu.Item onClick={onSettings}>{messages("viewSettings")}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => void remove(saved)}>
            {messages("removeView")}
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** `useViewChanges` has shown it. */
const ignored = () => {};
