import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useRef, useState } from "react";
import type { ContactRow, ContactsUser } from "#demos/contacts/contract.ts";
import { fixedLists, nextBirthday } from "#demos/contacts/rules.ts";
import { ContactDetail } from "#demos/contacts/web/ContactDetail.tsx";
import { ContactListPane } from "#demos/contacts/web/ContactListPane.tsx";
import { ContactSidePane } from "#demos/contacts/web/ContactSidePane.tsx";
import { type ContactActions, useContactActions } from "#demos/contacts/web/useContactActions.ts";
import { newContactPath, rowPx, useContactPages } from "#demos/contacts/web/useContacts.ts";
import { localDay } from "#web/localDay.ts";
import { Panes } from "#web/panes/Panes.tsx";
import { type DetailFocus, useDetailFocus } from "#web/panes/useDetailFocus.ts";
import { useListKeys } from "#web/panes/useListKeys.ts";
import { useOpenRecord } from "#web/panes/useOpenRecord.ts";
import { type Rows, useRows } from "#web/panes/useRows.ts";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

const MergeDialog = lazy(() =>
  import("#demos/contacts/web/MergeDialog.tsx").then((module) => ({ default: module.MergeDialog })),
);

type BoardProps = { readonly user: ContactsUser; readonly list: string };

/** The three panes, once it is known whose they are. */
export function ContactBoard({ user, list }: BoardProps) {
  const t = useMessages("contacts");
  const actions = useContactActions();
  const opened = useOpenRecord("contact");
  const [search, setSearch] = useSearchParam("search");
  const [initial, setInitial] = useSearchParam("letter");
  const [isGrouping, setGrouping] = useState(false);
  const [merged, setMerged] = useState<readonly [string, string] | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const pages = useContactPages({ list, search, initial });
  const [today] = useState(() => localDay(Date.now()));
  const shown = list === "birthdays" ? byBirthday(pages.rows, today) : pages.rows;
  const rows = useRows(shown, { opened, rowPx });
  const detail = useDetailFocus({ rows, opened });
  const group = user.groups.find(({ id }) => id === list);
  const fixed = fixedLists.find((each) => each === list);
  const title = group?.name ?? t(fixed ? `lists.${fixed}` : "lists.unknown");
  useDocumentTitle(title);
  const onKeyDown = useContactKeys({ user, rows, detail, actions, searchRef, setGrouping, setMerged });
  return (
    <>
      <Panes
        side={<ContactSidePane user={user} list={list} />}
        list={
          <ContactListPane
            {...{ user, list, title, pages, shown, rows, actions, search, initial, today, searchRef, onKeyDown }}
            openId={opened.openId}
            isGrouping={isGrouping}
            onGrouping={setGrouping}
            onSearch={setSearch}
            onInitial={setInitial}
            onMerge={setMerged}
          />
        }
        isDetailOpen={detail.isOpen}
        detail={
          opened.openId !== null && (
            <ContactDetail
              key={opened.openId}
              id={opened.openId}
              {...{ user, actions, today }}
              panelRef={detail.panelRef}
              onClose={detail.close}
              onMerge={setMerged}
            />
          )
        }
      />
      {merged && (
        <Suspense>
          <MergeDialog
            ids={merged}
            actions={actions}
            onMerged={(id) => {
              rows.clear();
              opened.open(id);
            }}
            onClose={() => setMerged(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The next one first. */
const byBirthday = (rows: readonly ContactRow[], today: string) =>
  rows.toSorted((one, other) => nextBirthday(one.birthday!, today).localeCompare(nextBirthday(other.birthday!, today)));

type Keys = {
  readonly user: ContactsUser;
  readonly rows: Rows<ContactRow>;
  readonly detail: DetailFocus;
  readonly actions: ContactActions;
  readonly searchRef: { readonly current: HTMLInputElement | null };
  readonly setGrouping: (isOpen: boolean) => void;
  readonly setMerged: (ids: readonly [string, string]) => void;
};

/** The keys of the address book besides those of every list. */
function useContactKeys({ user, rows, detail, actions, searchRef, setGrouping, setMerged }: Keys) {
  const t = useMessages("contacts");
  const navigate = useNavigate();
  const star = (chosen: readonly ContactRow[]) =>
    actions.star(chosen, !chosen.every(({ id }) => user.starred.includes(id)));
  return useListKeys({
    rows,
    detail,
    t,
    keys: [
      { keys: "n", label: t("keys.add"), onKey: () => void navigate({ to: newContactPath }) },
      { keys: "/", label: t("keys.search"), onKey: () => searchRef.current?.focus() },
      { keys: "s", label: t("keys.star"), onKey: () => rows.act(star) },
      {
        keys: "g",
        label: t("keys.group"),
        onKey: () =>
          rows.act(() => {
            rows.selectTargets();
            setGrouping(true);
          }),
      },
      {
        keys: "m",
        label: t("keys.merge"),
        onKey: () => {
          const [one, other, ...more] = rows.selected;
          if (one && other && more.length === 0) setMerged([one.id, other.id]);
        },
      },
      {
        keys: "e",
        label: t("keys.edit"),
        onKey: () => rows.active && void navigate({ to: `/apps/contacts/contact/${rows.active.id}` }),
      },
      { keys: "#", label: t("keys.delete"), onKey: () => rows.actAndAdvance(actions.remove) },
      { keys: "z", label: t("keys.undo"), onKey: actions.undo },
    ],
  });
}
