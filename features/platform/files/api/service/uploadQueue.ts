import { fileRefusals, type StoredFile } from "#base/files.ts";

type Upload = { readonly byteCount: number; readonly stored: Promise<StoredFile> };

// Uploads of this process. Each keeps its bytes in memory, and decoding a picture takes a few hundred megabytes more.
const underWay = new Map<string, Upload>();
const uploadsMax = 16;
const bytesMax = 67_108_864;
const retryAfterSeconds = 2;

/**
 * Starts an upload, or joins one in progress with the same key (user, purpose, id and bytes), so that a retry does not
 * decode a large picture again. Refuses with `uploads_busy` at the limit, before it does any work.
 */
export function joinUpload(key: string, byteCount: number, begin: () => Promise<StoredFile>): Promise<StoredFile> {
  const known = underWay.get(key);
  if (known !== undefined) return known.stored;
  const held = [...underWay.values()].reduce((sum, each) => sum + each.byteCount, 0);
  if (underWay.size >= uploadsMax || (underWay.size > 0 && held + byteCount > bytesMax))
    throw fileRefusals.uploads_busy({ retryAfterSeconds });
  const stored = begin().finally(() => underWay.delete(key));
  underWay.set(key, { byteCount, stored });
  return stored;
}

// Below the 3.8 s limit of any call (api/app.ts), whose error would blame the database.
const patienceMs = 3_600;

/** Waits for an upload as long as a call may take. After that it continues, and sending it again finds the result. */
export function inPatience(stored: Promise<StoredFile>): Promise<StoredFile> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fileRefusals.upload_under_way({ retryAfterSeconds })), patienceMs);
  });
  return Promise.race([stored, late]).finally(() => clearTimeout(timer));
}
