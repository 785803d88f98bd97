import { useQuery } from "@tanstack/react-query";
import { use, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Input } from "#base/contract.ts";
import { readFile } from "#base/files.ts";
import { type DocumentRow, documents } from "#demos/files/contract.ts";
import { call, download, type Transport } from "#web/call.ts";
import { ReleaseContext } from "#web/layout/release.ts";
import type { DeviceFile } from "#web/offline/deviceStore.ts";
import { deviceStore, followSession } from "#web/offline/followSession.ts";
import { deviceFilesKey } from "#web/offline/deviceFilesKey.ts";
import { deviceLimits, type DeviceState, isForbidden, syncDevice, totalBytes } from "#web/offline/syncDevice.ts";
import { keyOf } from "#web/operations.ts";
import { type Session, useSession, useSignedInUser } from "#web/session.tsx";
import { createStore } from "#web/store.ts";
import { useStored } from "#web/ui/useStored.ts";
import { useApiClient } from "#web/useApiClient.ts";

export type KeptFile = DeviceFile<DocumentRow>;
/** `paused`: the user removed all files from this device, and has not turned them on again. */
export type RowState = DeviceState | "paused";
export type DeviceFiles = ReturnType<typeof useDeviceFiles>;

const megabyte = 1_048_576;
/** For the texts that name them. */
export const limitsInMb = {
  fileMb: deviceLimits.fileBytesMax / megabyte,
  totalMb: deviceLimits.totalBytesMax / megabyte,
};

type Snapshot = {
  readonly userId: string | null;
  readonly files: readonly KeptFile[];
  readonly states: ReadonlyMap<string, DeviceState>;
};
const nothing: Snapshot = { userId: null, files: [], states: new Map() };

// Of this tab, not of a component: files are fetched while the user goes on to another screen.
const snapshots = createStore<Snapshot>(nothing);
const publish = (userId: string, files: readonly DeviceFile[], states: Snapshot["states"] = new Map()) =>
  snapshots.change({ userId, files: files as readonly KeptFile[], states });

const wantedInput: Input<typeof documents.list> = {
  view: "offline",
  sort: "name",
  direction: "asc",
  limit: 100,
  count: "none",
};

/**
 * The files that this device keeps for the user. Reads which ones they want once `isReady`, and fetches or removes bytes
 * in the background. In the demonstration all bytes are in this browser anyway, so nothing is fetched.
 */
export function useDeviceFiles({ isReady }: { readonly isReady: boolean }) {
  const session = useSession();
  const user = useSignedInUser();
  const { transport, queryClient } = useApiClient();
  const isInBrowser = use(ReleaseContext).demonstration !== null;
  const userId = user === null || user.viewedAs !== null || isInBrowser ? null : user.userId;
  const [isPaused, setPaused] = useStored(`mizan.deviceFiles.paused.${userId}`, false);
  const wanted = useQuery(
    {
      queryKey: [...keyOf(documents.list, wantedInput), "device"],
      queryFn: ({ signal }) => readWanted(transport, signal),
      enabled: isReady && userId !== null && !isPaused,
      refetchOnReconnect: "always",
    },
    queryClient,
  );
  const { data, dataUpdatedAt, error } = wanted;
  const isUnknown = error !== null;
  useFilesBefore(session, userId);
  useEffect(() => {
    if (userId === null || (!isPaused && dataUpdatedAt === 0 && !isForbidden(error))) return;
    // Files that may no longer be listed may not be kept either.
    const rows = isPaused || isForbidden(error) ? [] : data!;
    requestSync({ session, transport, userId, rows });
    // A list that was read again is a new check, even if it is the same.
  }, [session, transport, userId, isPaused, data, dataUpdatedAt, error]);
  const snapshot = useSyncExternalStore(snapshots.subscribe, snapshots.read);
  return useMemo(() => {
    const { files, states } = userId !== null && snapshot.userId === userId ? snapshot : nothing;
    const byId = new Map(files.map((file) => [file.id, file]));
    const stateOf = ({ id, fileId, isOffline }: DocumentRow): RowState | null => {
      if (!isOffline || fileId === null || (userId === null && !isInBrowser)) return null;
      if (isInBrowser || byId.get(id)?.fileId === fileId) return "saved";
      return isPaused ? "paused" : (states.get(id) ?? (isUnknown ? "failed" : "saving"));
    };
    return {
      isInBrowser,
      /** Null while viewing as somebody else, who has devices of their own. */
      isPaused: userId === null ? null : isPaused,
      setPaused,
      files,
      totalBytes: totalBytes(files),
      stateOf,
      fileOf: (id: string): KeptFile | null => byId.get(id) ?? null,
      read: async (id: string): Promise<File | null> => (userId === null ? null : deviceStore().read(userId, id)),
      /** Removes a file that the server refused to this user. */
      forget: async (id: string): Promise<void> => {
        if (userId === null || !byId.has(id)) return;
        await deviceStore().remove(userId, [id]);
        publish(
          userId,
          files.filter((file) => file.id !== id),
          states,
        );
      },
    };
  }, [userId, snapshot, isInBrowser, isPaused, setPaused, isUnknown]);
}

/** What an earlier page left on the device, also when no server answers. */
function useFilesBefore(session: Session, userId: string | null): void {
  useEffect(() => {
    if (userId === null) return;
    followSession(session);
    const read = async () => {
      const files = await deviceStore().list(userId);
      if (snapshots.read().userId !== userId) publish(userId, files);
    };
    // Without a store there is nothing.
    if (snapshots.read().userId !== userId) void read().catch(() => undefined);
  }, [session, userId]);
}

/** All files that the user wants and may read. */
async function readWanted(transport: Transport, signal: AbortSignal): Promise<readonly DocumentRow[]> {
  const rows: DocumentRow[] = [];
  let cursor: string | null = null;
  do {
    const input: Input<typeof documents.list> = { ...wantedInput, ...(cursor === null ? {} : { cursor }) };
    const page = await call(transport, documents.list, input, { signal });
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

type SyncRequest = {
  readonly session: Session;
  readonly transport: Transport;
  readonly userId: string;
  readonly rows: readonly DocumentRow[];
};

let running: Promise<unknown> = Promise.resolve();
let latest: SyncRequest | null = null;

/** Runs one after the other, and of those that wait only the latest; also among the tabs of this browser. */
function requestSync(request: SyncRequest): void {
  latest = request;
  const before = running;
  const run = async () => {
    await before;
    if (latest === request) await inTurn(() => runSync(request)).catch(() => undefined);
  };
  running = run();
}

const inTurn = (work: () => Promise<void>): Promise<unknown> =>
  "locks" in navigator ? navigator.locks.request(deviceFilesKey, work) : work();

async function runSync(request: SyncRequest): Promise<void> {
  const { session, transport, userId, rows } = request;
  const ending = new AbortController();
  const follow = () => {
    const state = session.read();
    if (state.status !== "signedIn" || state.person.userId !== userId) ending.abort();
  };
  const unsubscribe = session.subscribe(follow);
  follow();
  const { signal } = ending;
  try {
    // Before the first byte, so that every later page protects them.
    if (rows.length > 0) localStorage.setItem(deviceFilesKey, "1");
    await syncDevice({
      store: deviceStore(),
      userId,
      wanted: rows.map((row) => ({ ...row, fileId: row.fileId!, row })),
      fetchFile: (id) => download(transport, readFile, { id, size: "large" }, { signal }),
      onChange: (files, states) => publish(userId, files, states),
      now: () => new Date(),
      signal,
      isOutdated: () => latest !== request,
    });
  } catch {
    // The browser stores nothing, such as in a private window.
    if (!signal.aborted) publish(userId, [], new Map(rows.map(({ id }) => [id, "failed"])));
  } finally {
    unsubscribe();
    if (signal.aborted) snapshots.change(nothing);
  }
}
