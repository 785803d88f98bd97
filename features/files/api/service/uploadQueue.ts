import { fileRefusals, type StoredFile } from "#base/files.ts";

type Upload = { readonly byteCount: number; readonly stored: Promise<StoredFile> };

// Of this process: each holds its bytes, and a picture a few hundred megabytes more while it is decoded.
const underWay = new Map<string, Upload>();
const uploadsMax = 16;
const bytesMax = 67_108_864;
const retryAfterSeconds = 2;

/**
 * Begins an upload, or joins the one that the same person began with the same bytes: a large picture is not made twice at a
 * time. Refuses with `uploads_busy` as soon as no more fit, and before any work is done for it.
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

// Below the 3.8 s that any call may take (api/app.ts), whose answer would blame the database.
const patienceMs = 3_600;

/** Waits for an upload as long as a call may. What is not done by then goes on, and the same upload sent again finds it. */
export function inPatience(stored: Promise<StoredFile>): Promise<StoredFile> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fileRefusals.upload_under_way({ retryAfterSeconds })), patienceMs);
  });
  return Promise.race([stored, late]).finally(() => clearTimeout(timer));
}
