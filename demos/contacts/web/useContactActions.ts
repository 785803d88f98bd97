import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type ContactRecord,
  contactExtras,
  contacts,
  type ContactsUser,
  type Group,
} from "#demos/contacts/contract.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";
import { fullName, type FullName, type TouchKind } from "#demos/contacts/rules.ts";
import { type UserMutation, userQueue } from "#demos/contacts/web/useContacts.ts";
import { call, type Transport } from "#web/call.ts";
import { newId } from "#web/newId.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { useUndoToasts } from "#web/optimistic/useUndoToasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

export type ContactActions = ReturnType<typeof useContactActions>;
type Chosen = readonly (FullName & { readonly id: string })[];

type ChangedIcon = { readonly from: string | null; readonly to: string | null };
/** Without `icon` the group keeps its own. */
type SavedGroup = Pick<Group, "id" | "name"> & { readonly icon?: string | null };
type NewGroup = { readonly icon?: string | null; readonly chosen?: Chosen };

/** What a change of contacts makes stale. */
const stale = [contactExtras.list, contactExtras.get, contactExtras.letters, contactExtras.duplicates];

/** What can be done with contacts, each with Undo. */
export function useContactActions() {
  const t = useMessages("contacts");
  const { run, offerUndo, runAfterToast, undoLast } = useUndoToasts(userQueue);
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const idsOf = (chosen: Chosen) => chosen.map(({ id }) => id);
    return {
      star: (chosen: Chosen, isOn: boolean) => {
        run(starred(idsOf(chosen), isOn));
        offerUndo(
          t(isOn ? "toasts.starred" : "toasts.unstarred", { count: chosen.length }),
          starred(idsOf(chosen), !isOn),
        );
      },
      /** Only those that are not as wanted, so that Undo reverts no more than that. */
      group: (chosen: Chosen, { id, name, contactIds }: Group, isIn: boolean) => {
        const ids = idsOf(chosen).filter((each) => contactIds.includes(each) !== isIn);
        if (ids.length === 0) return;
        run(grouped(id, ids, isIn));
        const key = isIn ? "toasts.grouped" : "toasts.ungrouped";
        offerUndo(t(key, { count: ids.length, name }), grouped(id, ids, !isIn));
      },
      /** A new group, with these contacts in it. */
      addGroup: (name: string, { icon = null, chosen = [] }: NewGroup = {}): string => {
        const id = newId();
        run(groupSaved({ id, name, icon }));
        if (chosen.length > 0) run(grouped(id, idsOf(chosen), true));
        offerUndo(t("toasts.groupAdded", { name }), groupRemoved(id));
        return id;
      },
      changeGroup: ({ id, name: before }: Group, name: string, icon?: ChangedIcon) => {
        run(groupSaved({ id, name, ...(icon && { icon: icon.to }) }));
        const key = name === before ? "toasts.groupChanged" : "toasts.groupRenamed";
        offerUndo(t(key, { name }), groupSaved({ id, name: before, ...(icon && { icon: icon.from }) }));
      },
      /** The server could not put its contacts back, so this is sent when the toast goes. */
      removeGroup: ({ id, name }: Group) => runAfterToast(t("toasts.groupRemoved", { name }), groupRemoved(id)),
      remove: (chosen: Chosen) => {
        const ids = idsOf(chosen);
        dropFromPages(queryClient, ids);
        run(statusSet(ids, "archived"));
        const named = { count: ids.length, name: fullName(chosen[0]!) };
        offerUndo(t("toasts.removed", named), statusSet(ids, "active"));
      },
      touch: (contactId: string, kind: TouchKind) => run(touched(contactId, kind)),
      /** Refuses as the operation does; then nothing has changed. */
      merge: async (kept: ContactRecord, gone: ContactRecord, values: ContactInput) => {
        const ids = { keptId: kept.id, goneId: gone.id };
        const versions = { keptVersion: kept.version, goneVersion: gone.version };
        const merged = await call(transport, contactExtras.merge, { ...ids, ...versions, values });
        await refresh(queryClient, [...stale, contacts.user, contactExtras.activity]);
        const before = { ...ids, keptVersion: merged.version, values: contactFields.valuesOf(kept) };
        offerUndo(t("toasts.merged", { name: fullName(merged) }), {
          apply: (user) => user,
          send: sending((by) => call(by, contactExtras.undoMerge, before)),
          refreshes: [...stale, contacts.user, contactExtras.activity],
        });
      },
      undo: undoLast,
    };
  }, [t, run, offerUndo, runAfterToast, undoLast, transport, queryClient]);
}

/** A deleted contact leaves the list at once, and comes back with the next read if it is still there. */
function dropFromPages(queryClient: QueryClient, ids: readonly string[]) {
  type Pages = { readonly pages: readonly { readonly rows: readonly { readonly id: string }[] }[] };
  const queryKey = keyOf(contactExtras.list, null).slice(0, 1);
  queryClient.setQueriesData<Pages>({ queryKey }, (known) =>
    known?.pages
      ? {
          ...known,
          pages: known.pages.map((page) => ({ ...page, rows: page.rows.filter(({ id }) => !ids.includes(id)) })),
        }
      : known,
  );
}

const sending = (send: (transport: Transport) => Promise<unknown>) => async (transport: Transport) => {
  await send(transport);
  return undefined;
};

const starred = (ids: readonly string[], isOn: boolean): UserMutation => ({
  apply: (user) => ({ ...user, starred: joined(user.starred, ids, isOn) }),
  send: sending((transport) => call(transport, contactExtras.star, { ids: [...ids], isOn })),
  refreshes: [contactExtras.list],
});

const grouped = (groupId: string, ids: readonly string[], isIn: boolean): UserMutation => ({
  apply: (user) =>
    withGroups(user, (group) =>
      group.id === groupId ? { ...group, contactIds: joined(group.contactIds, ids, isIn) } : group,
    ),
  send: sending((transport) => call(transport, contactExtras.setMembers, { groupId, ids: [...ids], isIn })),
  refreshes: [contactExtras.list],
});

const groupSaved = ({ id, name, ...icon }: SavedGroup): UserMutation => ({
  apply: (user) =>
    user.groups.some((group) => group.id === id)
      ? withGroups(user, (group) => (group.id === id ? { ...group, name } : group))
      : { ...user, groups: [...user.groups, { id, name, contactIds: [] }] },
  send: sending((transport) => call(transport, contactExtras.saveGroup, { id, name, ...icon })),
  refreshes: [contactExtras.groupIcons],
});

const groupRemoved = (id: string): UserMutation => ({
  apply: (user) => ({ ...user, groups: user.groups.filter((group) => group.id !== id) }),
  send: sending((transport) => call(transport, contactExtras.removeGroup, { id })),
});

const statusSet = (ids: readonly string[], to: ContactRecord["status"]): UserMutation => ({
  apply: (user) => user,
  send: sending((transport) => call(transport, contactExtras.setStatus, { ids: [...ids], to })),
  refreshes: [...stale, contacts.user],
});

function touched(contactId: string, kind: TouchKind): UserMutation {
  const id = newId();
  return {
    apply: (user) => user,
    send: sending((transport) => call(transport, contactExtras.touch, { id, contactId, kind })),
    refreshes: [contactExtras.touches, contacts.user],
  };
}

const joined = (known: readonly string[], ids: readonly string[], isIn: boolean): string[] =>
  isIn ? [...new Set([...known, ...ids])] : known.filter((id) => !ids.includes(id));

const withGroups = (user: ContactsUser, change: (group: Group) => Group): ContactsUser => ({
  ...user,
  groups: user.groups.map(change),
});
