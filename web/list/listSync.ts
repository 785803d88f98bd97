import { isUnreachable, type Transport } from "#web/call.ts";
import type { ListViewCalls, LoadListViews } from "#web/list/listViewSource.ts";
import {
  type Display,
  preferencesKey,
  readPreferences,
  type SavedView,
  type StoredPreferences,
  initialChoice,
} from "#web/list/preferences.ts";
import { newId } from "#web/newId.ts";
import { readStored, writeStored } from "#web/ui/useStored.ts";

/** One list of one user, and how the server is reached. */
export type ListSync = {
  readonly source: LoadListViews;
  readonly transport: Transport;
  readonly userId: string;
  readonly list: string;
};

/** Several changes in a row are sent together. */
const pauseMs = 500;

/** Reads what the server has, and stores it here. A change that has not reached the server yet is kept and sent. */
export async function readFromServer(sync: ListSync): Promise<number> {
  const { transport, list } = sync;
  const calls = await sync.source();
  if (isFromBefore(readStored(preferencesKey(list)))) await uploadOld(sync, calls);
  const { preferences, views } = await calls.read(transport, list);
  const local = readLocal(sync);
  writeLocal(sync, local.isUnsent ? { views } : { ...initialDisplay, ...preferences, views });
  if (local.isUnsent) await send(sync);
  return views.length;
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Sends the display preferences once no further change has come for a moment. */
export function sendLater(sync: ListSync): void {
  clearTimeout(timers.get(sync.list));
  timers.set(
    sync.list,
    setTimeout(() => void send(sync), pauseMs),
  );
}

let last: Promise<void> = Promise.resolve();

/** One after the other, so that the last change is also the last to arrive. */
function send(sync: ListSync): Promise<void> {
  last = sendAfter(last, sync);
  return last;
}

async function sendAfter(earlier: Promise<void>, sync: ListSync): Promise<void> {
  await earlier;
  const sent = displayOf(readLocal(sync));
  try {
    await (await sync.source()).savePreferences(sync.transport, sync.list, sent);
  } catch (error) {
    // Sent again with the next change, or when the list is opened the next time.
    if (isUnreachable(error)) return;
  }
  if (isSame(displayOf(readLocal(sync)), sent)) writeLocal(sync, { isUnsent: false });
}

/** Replaces or adds a view, as the server answered it. */
export function putView(sync: ListSync, view: SavedView): void {
  const { views } = readLocal(sync);
  const isKnown = views.some(({ id }) => id === view.id);
  writeLocal(sync, { views: isKnown ? views.map((one) => (one.id === view.id ? view : one)) : [...views, view] });
}

export function dropView(sync: ListSync, id: string): void {
  const { views, defaultView } = readLocal(sync);
  writeLocal(sync, { views: views.filter((view) => view.id !== id) });
  if (defaultView !== id) return;
  writeLocal(sync, { defaultView: null, isUnsent: true });
  sendLater(sync);
}

const readLocal = ({ list, userId }: ListSync): StoredPreferences =>
  readPreferences(readStored(preferencesKey(list)), userId);

function writeLocal(sync: ListSync, change: Partial<StoredPreferences>): void {
  const next = { ...readLocal(sync), ...change };
  if (!isSame(readStored(preferencesKey(sync.list)), next)) writeStored(preferencesKey(sync.list), next);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const initialDisplay: Display = { columns: initialChoice, density: "normal", widths: {}, defaultView: null };

const displayOf = ({ columns, density, widths, defaultView }: Display): Display => ({
  columns,
  density,
  widths,
  defaultView,
});

/** A copy from before views were stored on the server names no user. */
const isFromBefore = (kept: unknown): boolean => typeof kept === "object" && kept !== null && !("userId" in kept);

/** Happens once: afterwards the copy names its user. Interrupted, it continues with the same ids. */
async function uploadOld(sync: ListSync, calls: ListViewCalls): Promise<void> {
  const { transport, list } = sync;
  const key = preferencesKey(list);
  const { userId: _, ...old } = readLocal(sync);
  const views = old.views.map((view) => (view.id.length === 36 ? view : { ...view, id: newId() }));
  writeStored(key, { ...old, views });
  const known = await calls.read(transport, list);
  if (known.preferences === null) await calls.savePreferences(transport, list, displayOf(old));
  for (const { id, name, query, columns, density } of views)
    await calls.create(transport, list, { id, name, query, columns, density });
  writeLocal(sync, { isUnsent: false });
}
