import { Refusal } from "#base/refusal.ts";
import type { DeviceFile, DeviceStore } from "#web/offline/deviceStore.ts";

/** Browsers delete everything of a site that stores too much, and a phone has little space. */
export const deviceLimits = { fileBytesMax: 20_971_520, totalBytesMax: 209_715_200 } as const;

/** The current version of a file that the user wants on this device. */
export type WantedFile = Pick<DeviceFile, "id" | "fileId" | "name" | "byteCount" | "row">;

/** `tooLarge`: the file alone; `full`: together with the others; `noSpace`: the browser has none; `failed`: no bytes came. */
export type DeviceState = "saved" | "saving" | "tooLarge" | "full" | "noSpace" | "failed";

export type DeviceSync = {
  readonly store: DeviceStore;
  readonly userId: string;
  /** All of them, as the server listed them now. What is not among them is removed from the device. */
  readonly wanted: readonly WantedFile[];
  readonly fetchFile: (fileId: string) => Promise<File>;
  readonly onChange: (files: readonly DeviceFile[], states: ReadonlyMap<string, DeviceState>) => void;
  readonly now: () => Date;
  /** Nothing is stored once it is aborted. */
  readonly signal: AbortSignal;
  /** Whether a newer list waits: it takes over after the file that is being fetched. */
  readonly isOutdated: () => boolean;
};

/**
 * Makes the files on this device those that the user wants and may read, in their current versions. An earlier version
 * stays until the current one replaces it, or until it is known that it can't.
 */
export async function syncDevice(sync: DeviceSync): Promise<void> {
  const { store, userId, wanted, onChange, now, signal } = sync;
  const kept = new Map((await store.list(userId)).map((file) => [file.id, file]));
  const remove = async (ids: readonly string[]) => {
    for (const id of ids) kept.delete(id);
    await store.remove(userId, ids);
  };
  const wantedIds = new Set(wanted.map(({ id }) => id));
  await remove([...kept.keys()].filter((id) => !wantedIds.has(id)));
  const isCurrent = ({ id, fileId }: WantedFile) => kept.get(id)?.fileId === fileId;
  const states = new Map(wanted.map((file) => [file.id, (isCurrent(file) ? "saved" : "saving") as DeviceState]));
  const publish = () => signal.aborted || onChange([...kept.values()], new Map(states));
  for (const file of wanted.filter(isCurrent)) {
    const before = kept.get(file.id)!;
    if (before.name === file.name && JSON.stringify(before.row) === JSON.stringify(file.row)) continue;
    const after = { ...before, name: file.name, row: file.row };
    if (signal.aborted) return;
    await store.describe(after);
    kept.set(file.id, after);
  }
  publish();
  for (const file of wanted.filter((each) => !isCurrent(each))) {
    if (signal.aborted || sync.isOutdated()) return;
    const state = await save(file);
    if (state !== "saved" && state !== "failed") await remove([file.id]);
    states.set(file.id, state);
    publish();
  }

  async function save(file: WantedFile): Promise<DeviceState> {
    const refused = limitOf(file.byteCount, file.id);
    if (refused !== null) return refused;
    try {
      const bytes = await sync.fetchFile(file.fileId);
      // Pictures come in another size than they were uploaded with.
      const refusedNow = limitOf(bytes.size, file.id);
      if (refusedNow !== null) return refusedNow;
      if (signal.aborted) return "failed";
      const { id, fileId, name, row } = file;
      const added = { userId, id, fileId, name, byteCount: bytes.size, savedAt: now().toISOString(), row };
      await store.put(added, bytes);
      kept.set(id, added);
      return "saved";
    } catch (error) {
      if (error instanceof DOMException && error.name === "QuotaExceededError") return "noSpace";
      if (isForbidden(error)) await remove([file.id]);
      return "failed";
    }
  }

  function limitOf(byteCount: number, id: string): "tooLarge" | "full" | null {
    if (byteCount > deviceLimits.fileBytesMax) return "tooLarge";
    const others = [...kept.values()].filter((file) => file.id !== id);
    return totalBytes(others) + byteCount > deviceLimits.totalBytesMax ? "full" : null;
  }
}

export const totalBytes = (files: Iterable<DeviceFile>): number =>
  [...files].reduce((sum, { byteCount }) => sum + byteCount, 0);

/** The server no longer has it for this user. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 403 || error.status === 404);
