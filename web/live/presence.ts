import { useEffect, useSyncExternalStore } from "react";
import type { PresenceMode, Present, PresentAt } from "#base/live.ts";
import type { Transport } from "#web/call.ts";
import { createStore, type Store } from "#web/store.ts";
import { useTransport } from "#web/transport.ts";

/** A record that is open in this tab, and what its user does there. */
export type OpenRecord = { readonly resource: string; readonly id: string; readonly mode: PresenceMode };

type Presence = {
  /** The resources whose lists are open in this tab. */
  readonly listed: Store<readonly string[]>;
  /** By resource and id. The companion of the event stream reports them to the server. */
  readonly open: Store<ReadonlyMap<string, OpenRecord>>;
  /** Who else is there, by resource and id. */
  readonly people: Store<ReadonlyMap<string, readonly Present[]>>;
};

const presences = new WeakMap<Transport, Presence>();

/** The presence of one user, like their query cache. */
export function presenceOf(transport: Transport): Presence {
  const known: Presence = presences.get(transport) ?? {
    listed: createStore<readonly string[]>([]),
    open: createStore<ReadonlyMap<string, OpenRecord>>(new Map()),
    people: createStore<ReadonlyMap<string, readonly Present[]>>(new Map()),
  };
  presences.set(transport, known);
  return known;
}

export const placeOf = (resource: string, id: string) => `${resource} ${id}`;

/** Notes who is at a record now. */
export function notePeople({ people }: Presence, resource: string, { id, people: there }: PresentAt): void {
  people.change(new Map(people.read()).set(placeOf(resource, id), there));
}

/** Shows the user as present at a record while the component is there, and answers who else is. */
export function usePresence(resource: string, id: string): readonly Present[] {
  const transport = useTransport();
  const { open, people } = presenceOf(transport);
  const place = placeOf(resource, id);
  useEffect(() => {
    open.change(new Map(open.read()).set(place, { resource, id, mode: "viewing" }));
    return () => {
      const left = new Map(open.read());
      left.delete(place);
      open.change(left);
    };
  }, [open, place, resource, id]);
  return useSyncExternalStore(people.subscribe, people.read).get(place) ?? nobody;
}

const nobody: readonly Present[] = [];

/** Who has records of a list open, by id. Each answer stays the same until it changes. */
export function usePeopleIn(resource: string): (id: string) => readonly Present[] {
  const { listed, people } = presenceOf(useTransport());
  useEffect(() => {
    listed.change([...listed.read(), resource]);
    return () => listed.change(listed.read().toSpliced(listed.read().indexOf(resource), 1));
  }, [listed, resource]);
  const there = useSyncExternalStore(people.subscribe, people.read);
  return (id) => there.get(placeOf(resource, id)) ?? nobody;
}

/** Whether the user has changed something of a record that is open, which others then see. */
export function useEditing(id: string | null, isEditing: boolean): void {
  const { open } = presenceOf(useTransport());
  useEffect(() => {
    const mode = isEditing ? "editing" : "viewing";
    const places = [...open.read()];
    if (!places.some(([, record]) => record.id === id && record.mode !== mode)) return;
    open.change(new Map(places.map(([place, record]) => [place, record.id === id ? { ...record, mode } : record])));
  }, [open, id, isEditing]);
}

/** The name of a user who was at one of the records, if this tab has seen them. */
export function nameOfPresent(transport: Transport, userId: string | null): string | null {
  for (const there of presenceOf(transport).people.read().values())
    for (const present of there) if (present.userId === userId) return present.name;
  return null;
}
