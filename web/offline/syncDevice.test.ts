import { afterEach, describe, expect, it } from "vitest";
import { commonRefusals } from "#base/refusal.ts";
import { callRefusals } from "#web/call.ts";
import type { DeviceFile, DeviceStore } from "#web/offline/deviceStore.ts";
import { followSession } from "#web/offline/followSession.ts";
import { deviceFilesKey } from "#web/offline/deviceFilesKey.ts";
import {
  deviceLimits,
  type DeviceState,
  type DeviceSync,
  syncDevice,
  totalBytes,
  type WantedFile,
} from "#web/offline/syncDevice.ts";
import { memoryDeviceStore } from "#web/testing/memoryDeviceStore.ts";
import { aisyah, signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => localStorage.clear());

const now = () => new Date("2026-11-20T09:00:00.000Z");
const file = (id: string, set: Partial<WantedFile> = {}): WantedFile => {
  return { id, fileId: `${id}-1`, name: `${id}.txt`, byteCount: 10, row: { id }, ...set };
};

/** A server whose files have so many bytes, and a device that asks it for some. */
function device(store: DeviceStore = memoryDeviceStore(), bytesOf: (fileId: string) => number = () => 10) {
  const fetched: string[] = [];
  const seen = { files: [] as readonly DeviceFile[], states: new Map() as ReadonlyMap<string, DeviceState> };
  const fetchFile: DeviceSync["fetchFile"] = async (fileId) => {
    fetched.push(fileId);
    return new File(["x".repeat(bytesOf(fileId))], "name on the server", { type: "text/plain" });
  };
  const sync = (wanted: readonly WantedFile[], set: Partial<DeviceSync> = {}) =>
    syncDevice({
      store,
      userId: aisyah.userId,
      wanted,
      fetchFile,
      onChange: (files, states) => Object.assign(seen, { files, states }),
      now,
      signal: new AbortController().signal,
      isOutdated: () => false,
      ...set,
    });
  const kept = async (userId = aisyah.userId) => (await store.list(userId)).map(({ fileId }) => fileId).sort();
  const states = () => Object.fromEntries(seen.states);
  return { store, sync, kept, states, fetched, seen };
}

describe("the files on a device", () => {
  it("are fetched once, and described anew when only their names change", async () => {
    const { sync, kept, fetched, seen, store } = device();
    await sync([file("fig"), file("date")]);
    await sync([file("fig", { name: "Figs.txt", row: { id: "fig", name: "Figs.txt" } }), file("date")]);
    expect(fetched).toEqual(["fig-1", "date-1"]);
    expect(await kept()).toEqual(["date-1", "fig-1"]);
    expect(seen.files.find(({ id }) => id === "fig")).toMatchObject({
      name: "Figs.txt",
      savedAt: "2026-11-20T09:00:00.000Z",
      row: { name: "Figs.txt" },
    });
    expect(await (await store.read(aisyah.userId, "fig"))!.text()).toBe("x".repeat(10));
  });

  it("are removed when they are no longer wanted, which is also so for what may no longer be read", async () => {
    const { sync, kept, seen } = device();
    await sync([file("fig"), file("date")]);
    await sync([file("date")]);
    expect(await kept()).toEqual(["date-1"]);
    expect(seen.files.map(({ id }) => id)).toEqual(["date"]);
  });

  it("are replaced by a new version, and until it has come stay those of before", async () => {
    const { sync, kept, states } = device();
    await sync([file("fig")]);
    const next = file("fig", { fileId: "fig-2" });
    await sync([next], { fetchFile: () => Promise.reject(callRefusals.unreachable()) });
    expect([await kept(), states()]).toEqual([["fig-1"], { fig: "failed" }]);
    await sync([next]);
    expect([await kept(), states()]).toEqual([["fig-2"], { fig: "saved" }]);
  });

  it.each([commonRefusals.not_found(), commonRefusals.permission_denied({ permission: "files.read" })])(
    "are removed when the server refuses the file itself: $code",
    async (refusal) => {
      const { sync, kept, states } = device();
      await sync([file("fig")]);
      await sync([file("fig", { fileId: "fig-2" })], { fetchFile: () => Promise.reject(refusal) });
      expect([await kept(), states()]).toEqual([[], { fig: "failed" }]);
    },
  );
});

describe("a device takes", () => {
  it("files up to the limit of one, by their size on the server and by the bytes that came", async () => {
    const { fileBytesMax } = deviceLimits;
    const grown = device(undefined, (fileId) => (fileId === "date-1" ? fileBytesMax + 1 : 10));
    await grown.sync([
      file("fig", { byteCount: fileBytesMax }),
      file("large", { byteCount: fileBytesMax + 1 }),
      file("date"),
    ]);
    expect(grown.states()).toEqual({ fig: "saved", large: "tooLarge", date: "tooLarge" });
    expect(grown.fetched).toEqual(["fig-1", "date-1"]);
  });

  it("files up to the limit of all, and no version of one that has grown past it", async () => {
    const { fileBytesMax, totalBytesMax } = deviceLimits;
    const sizes = new Map([["last-1", fileBytesMax]]);
    const { sync, states, seen, kept, store } = device(undefined, (fileId) => sizes.get(fileId) ?? 10);
    // The bytes of the others are not made: only their sizes count.
    const others = Array.from({ length: totalBytesMax / fileBytesMax - 1 }, (_, at) => file(`box${at}`));
    for (const { id, fileId, name, row } of others)
      await store.put(
        { userId: aisyah.userId, id, fileId, name, row, byteCount: fileBytesMax, savedAt: now().toISOString() },
        new Blob(["x"]),
      );
    await sync([...others, file("last", { byteCount: fileBytesMax }), file("fig")]);
    expect(states()).toMatchObject({ box0: "saved", last: "saved", fig: "full" });
    expect(totalBytes(seen.files)).toBe(totalBytesMax);
    await sync([...others.slice(1), file("last", { byteCount: fileBytesMax }), file("fig")]);
    expect(states()).toMatchObject({ fig: "saved" });
    await sync([
      ...others.slice(1),
      file("last", { byteCount: fileBytesMax }),
      file("fig", { fileId: "fig-2", byteCount: fileBytesMax + 1 }),
    ]);
    expect(states()).toMatchObject({ fig: "tooLarge" });
    expect(await kept()).not.toContain("fig-1");
  });

  it("what fits where the browser has no more space, and says so of the rest", async () => {
    const { sync, kept, states } = device(memoryDeviceStore(25), (fileId) => (fileId === "large-1" ? 20 : 10));
    await sync([file("fig"), file("large"), file("date")]);
    expect(states()).toEqual({ fig: "saved", large: "noSpace", date: "saved" });
    expect(await kept()).toEqual(["date-1", "fig-1"]);
    // No old version is shown as if it were the current one.
    await sync([file("fig", { fileId: "large-1" }), file("date")]);
    expect([await kept(), states()]).toEqual([["date-1"], { fig: "noSpace", date: "saved" }]);
  });

  it("nothing after it was stopped, and leaves the rest to a newer list", async () => {
    const { sync, kept, fetched } = device();
    const ending = new AbortController();
    const fetchFile = async () => {
      ending.abort();
      return new File(["late"], "fig.txt");
    };
    await sync([file("fig"), file("date")], { signal: ending.signal, fetchFile });
    expect(await kept()).toEqual([]);
    await sync([file("fig"), file("date")], { isOutdated: () => fetched.length > 0 });
    expect(await kept()).toEqual(["fig-1"]);
  });
});

describe("another user of the device", () => {
  const none = () => Promise.reject(new Error("no call is expected"));

  it("has files of their own, and signing in removes those of others", async () => {
    const { store, sync, kept } = device();
    await sync([file("fig")]);
    await sync([file("date")], { userId: "u2" });
    expect(await store.read("u2", "fig")).toBeNull();
    expect(await kept("u2")).toEqual(["date-1"]);
    followSession(await signedIn(none, { ...aisyah, userId: "u2" }), store);
    await waitForEffects();
    expect([await kept(), await kept("u2")]).toEqual([[], ["date-1"]]);
  });

  it("who is only viewed removes nothing", async () => {
    const { store, sync, kept } = device();
    await sync([file("fig")]);
    const viewedAs = { kind: "user", title: "Bilal", titleI18n: {} } as const;
    followSession(await signedIn(none, { ...aisyah, userId: "u2", viewedAs }), store);
    await waitForEffects();
    expect(await kept()).toEqual(["fig-1"]);
  });

  it("finds nothing after a sign-out, also one of another tab", async () => {
    for (const signOut of ["here", "elsewhere"] as const) {
      const { store, sync, kept } = device();
      const session = await signedIn(none);
      localStorage.setItem(deviceFilesKey, "1");
      followSession(session, store);
      await sync([file("fig")]);
      await waitForEffects();
      expect(await kept()).toEqual(["fig-1"]);
      if (signOut === "here") await session.signOut();
      else session.handleStorage({ key: null, newValue: null });
      await waitForEffects();
      expect(await kept()).toEqual([]);
      expect(localStorage.getItem(deviceFilesKey)).toBeNull();
    }
  });
});
