import { afterEach, expect, test, vi } from "vitest";
import { callRefusals } from "#web/call.ts";
import { readFromServer, sendLater } from "#web/list/listSync.ts";
import type { ListViewCalls, ViewValues } from "#web/list/listViewSource.ts";
import { type Display, initialChoice, preferencesKey, readPreferences, type SavedView } from "#web/list/preferences.ts";
import { readStored, writeStored } from "#web/ui/useStored.ts";

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const key = preferencesKey("brands");
const view = (id: string, name: string): SavedView => ({
  id,
  name,
  query: { status: "active" },
  columns: initialChoice,
  density: "normal",
  audience: "me",
  roleId: null,
  isOwn: true,
  ownerName: "Aisha",
  isEditable: true,
  version: 1,
});

/** A server that keeps what it is sent. */
function server() {
  const kept: { preferences: Display | null; views: SavedView[] } = { preferences: null, views: [] };
  const state = { isDown: false };
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (state.isDown) throw callRefusals.unreachable();
    return value();
  };
  const create = (values: ViewValues & { readonly id: string }) => {
    const created = { ...view(values.id, values.name), ...values };
    if (!kept.views.some(({ id }) => id === values.id)) kept.views.push(created);
    return created;
  };
  const calls = {
    read: () => answer(() => structuredClone(kept)),
    savePreferences: (_transport, _list, display) => answer(() => void (kept.preferences = display)),
    create: (_transport, _list, values) => answer(() => create(values)),
  } as Partial<ListViewCalls> as ListViewCalls;
  const sync = { source: async () => calls, transport: fetch, userId: "aisha", list: "brands" };
  return { kept, state, sync };
}

const local = (userId = "aisha") => readPreferences(readStored(key), userId);

test("a copy from before is uploaded once, and then names its user", async () => {
  const { kept, sync } = server();
  const old = { columns: { order: ["name"], shown: { code: false } }, density: "compact" };
  writeStored(key, { ...old, views: [{ id: "1a2b3c4d", name: "Old", query: { q: "x" }, ...old }] });
  await readFromServer(sync);
  await readFromServer(sync);
  expect(kept.views).toMatchObject([{ name: "Old", query: { q: "x" }, density: "compact" }]);
  expect(kept.preferences).toMatchObject({ density: "compact", columns: { order: ["name"], pinned: [] } });
  expect(local()).toMatchObject({ userId: "aisha", isUnsent: false, density: "compact", views: [{ name: "Old" }] });
  expect(local("omar").views).toEqual([]);
});

test("an upload that breaks off goes on with the same ids", async () => {
  const { kept, state, sync } = server();
  const old = { columns: { order: [], shown: {} }, density: "normal" };
  writeStored(key, { ...old, views: [{ id: "1a2b3c4d", name: "Old", query: {}, ...old }] });
  state.isDown = true;
  await expect(readFromServer(sync)).rejects.toMatchObject({ code: "unreachable" });
  state.isDown = false;
  await readFromServer(sync);
  expect(kept.views).toHaveLength(1);
  expect(local().views.map(({ id }) => id)).toEqual(kept.views.map(({ id }) => id));
});

test("what the server has replaces the copy, unless a change has not arrived yet", async () => {
  vi.useFakeTimers();
  const { kept, state, sync } = server();
  kept.preferences = { columns: initialChoice, density: "touch", widths: { name: 300 }, defaultView: null };
  kept.views = [view("v1", "Shared")];
  await readFromServer(sync);
  expect(local()).toMatchObject({ density: "touch", widths: { name: 300 }, views: [{ name: "Shared" }] });

  state.isDown = true;
  writeStored(key, { ...local(), density: "compact", isUnsent: true });
  sendLater(sync);
  await vi.runAllTimersAsync();
  expect([kept.preferences.density, local().isUnsent]).toEqual(["touch", true]);

  state.isDown = false;
  await readFromServer(sync);
  expect([kept.preferences.density, local().density, local().isUnsent]).toEqual(["compact", "compact", false]);
});
