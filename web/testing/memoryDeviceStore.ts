import type { DeviceFile, DeviceStore } from "#web/offline/deviceStore.ts";

/** A device with space for so many bytes, as the store in IndexedDB: a file that has no space changes nothing. */
export function memoryDeviceStore(spaceBytes = Number.POSITIVE_INFINITY): DeviceStore {
  const kept = new Map<string, { readonly file: DeviceFile; readonly bytes: Blob }>();
  const keyOf = (userId: string, id: string) => `${userId} ${id}`;
  return {
    list: async (userId) => [...kept.values()].map(({ file }) => file).filter((file) => file.userId === userId),
    read: async (userId, id) => {
      const found = kept.get(keyOf(userId, id));
      return found ? new File([found.bytes], found.file.name, { type: found.bytes.type }) : null;
    },
    put: async (file, bytes) => {
      const key = keyOf(file.userId, file.id);
      const others = [...kept].filter(([each]) => each !== key);
      const used = others.reduce((sum, [, each]) => sum + each.bytes.size, 0);
      if (used + bytes.size > spaceBytes) throw new DOMException("No space", "QuotaExceededError");
      kept.set(key, { file, bytes });
    },
    describe: async (file) => {
      const key = keyOf(file.userId, file.id);
      kept.set(key, { ...kept.get(key)!, file });
    },
    remove: async (userId, ids) => {
      for (const id of ids) kept.delete(keyOf(userId, id));
    },
    removeOthers: async (userId) => {
      for (const [key, { file }] of kept) if (file.userId !== userId) kept.delete(key);
    },
  };
}
