import { daysBetween } from "#base/days.ts";
import { fromHex } from "#base/hex.ts";
import { type FileRule, mediaTypes, pictureTypes, spreadsheetType } from "#base/files.ts";

/** Every kind of file that the document store takes (docs/decisions/0097). */
export const documentRule: FileRule = { purpose: "document", accepts: mediaTypes, bytesMax: 20_971_520 };

/** CSV and text may be larger than other files, because they are checked part by part (docs/decisions/0099). */
export const textBytesMax = 209_715_200;

/** Whether a file is stored in parts. */
export const isLarge = (byteCount: number): boolean => byteCount > documentRule.bytesMax;

/** Whether a name doesn't say that the file is of a type that is examined as a whole. Its first part decides. */
export const mayBeText = (name: string): boolean =>
  !["jpg", "jpeg", "png", "webp", "pdf", "xlsx", "xls", "xlsm", "zip"].includes(extensionOf(name));

/**
 * What the digest of a large file is computed of: the SHA-256 of its parts, one after the other. Web Crypto can't compute
 * the SHA-256 of a stream.
 */
export const joinDigests = (digests: readonly string[]): Uint8Array<ArrayBuffer> => fromHex(digests.join(""));

/** An upload is stored in parts of this size; the last may be smaller. */
export const partBytes = 1_048_576;
/** How many parts one request may have: on a fast network each request costs more than its bytes. */
export const sentPartsMax = 8;
export const trashDays = 30;
export const expiryDays = 30;
export const versionsMax = 10;
export const manyMax = 500;

export const documentTypeNames = [
  "certificate",
  "contract",
  "artwork",
  "report",
  "policy",
  "identity",
  "other",
] as const;
export const linkedResources = ["brands", "products", "retailers"] as const;
export type LinkedResource = (typeof linkedResources)[number];

/** The type on the wire of spec 001: an image is a document, CSV and XLSX are spreadsheets. */
export const wireTypeOf = (mediaType: string): "document" | "spreadsheet" =>
  mediaType === "text/csv" || mediaType === spreadsheetType ? "spreadsheet" : "document";

/** `pdf`, in lower case; empty for a name without one. */
export const extensionOf = (name: string): string => /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? "";

/** `980 KB`, `1.4 MB`: the display text that spec 001 has for a size. */
export function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** `Report.pdf` becomes `Report (2).pdf`, and that `Report (3).pdf`. */
export function nextName(name: string): string {
  const [, stem = name, tail = ""] = /^(.*?)(\.[^.]+)?$/su.exec(name) ?? [];
  const [, base = stem, number = "1"] = /^(.*) \((\d{1,4})\)$/su.exec(stem) ?? [];
  return `${base} (${Number(number) + 1})${tail}`;
}

/** How a file is previewed. */
export function previewOf(mediaType: string): "picture" | "pdf" | "table" | "text" | null {
  if ((pictureTypes as readonly string[]).includes(mediaType)) return "picture";
  if (mediaType === "application/pdf") return "pdf";
  if (mediaType === "text/csv") return "table";
  return mediaType === "text/plain" ? "text" : null;
}

/** Whether a document has expired, or will within `expiryDays`. Days are the same everywhere: `2026-11-20`. */
export function expiryOf(expiresOn: string | null, today: string): "expired" | "soon" | null {
  if (expiresOn === null) return null;
  if (expiresOn < today) return "expired";
  return daysBetween(today, expiresOn) <= expiryDays ? "soon" : null;
}

/** Rows of a CSV text, with quoted cells; for the preview only. */
export function rowsOfCsv(text: string, rowsMax: number): string[][] {
  const rows: string[][] = [[]];
  const pattern = /("(?:[^"]|"")*"|[^,;\t\r\n]*)(,|;|\t|\r?\n|$)/gy;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, cell = "", end = ""] = match;
    rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "" || whole === "") break;
    if (end.endsWith("\n")) {
      if (rows.length >= rowsMax || pattern.lastIndex === text.length) break;
      rows.push([]);
    }
  }
  return rows;
}
