import { fileRefusals } from "#base/files.ts";
import { type PackedObjects, refuseTriggers } from "#features/platform/files/api/service/documentTriggers.ts";

/** Whether bytes start with a PDF header (ISO 32000-2, 7.5.2). Bytes before the header are not accepted. */
export const isPdf = (bytes: Uint8Array): boolean => /^%PDF-[12]\.\d/.test(latin(bytes.subarray(0, 8)));

/**
 * Examines a PDF, and returns the number of pages if it is readable without decoding.
 *
 * Refuses documents that are truncated, encrypted, contain code, external actions or other files, or can't be examined.
 */
export async function examinePdf(bytes: Uint8Array<ArrayBuffer>): Promise<{ readonly pageCount: number | null }> {
  const text = latin(bytes);
  if (!isWhole(text)) throw fileRefusals.document_damaged();
  refuseActive(text);
  let pageCount = pagesIn(text);
  let inflated = 0;
  const packed: PackedObjects[] = [];
  for (const { start, dictionary } of objectStreams(text)) {
    const inside = await inflate(bytes.subarray(start), inflatedMax - inflated);
    inflated += inside.length;
    refuseActive(inside);
    pageCount = Math.max(pageCount, pagesIn(inside));
    packed.push({ dictionary, inside });
  }
  refuseTriggers(text, packed);
  return { pageCount: pageCount === 0 ? null : pageCount };
}

/** Objects take some hundred bytes each: this would be a document of half a million objects, or an attack. */
const inflatedMax = 67_108_864;

// One character per byte, so that positions match and decoding can't fail.
const latin = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** Checks that the file is complete up to its end marker, and nothing else follows it. */
function isWhole(text: string): boolean {
  const end = text.lastIndexOf("%%EOF");
  const isAtEnd = end !== -1 && /^[\s\0]*$/.test(text.slice(end + "%%EOF".length));
  return isAtEnd && /startxref\s+\d+\s*$/.test(text.slice(0, end)) && /\/Root\b/.test(text);
}

/** Actions that run or open something, and objects that contain other files (ISO 32000-2, tables 201, 43 and 333). */
const activeNames: ReadonlySet<string> = new Set([
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "Rendition",
  "Movie",
  "Sound",
  "SubmitForm",
  "ImportData",
  "GoToR",
  "GoToE",
  "Thread",
  "XFA",
]);

/** The whole text, strings and streams included: viewers do not agree on where those begin and end. */
function refuseActive(text: string): void {
  for (const name of namesIn(text)) {
    if (name === "Encrypt") throw fileRefusals.document_locked();
    if (activeNames.has(name)) throw fileRefusals.document_active({ found: name });
  }
}

/** Any letter of a name may be written as its code: `/J#61vaScript`. */
function* namesIn(text: string): Generator<string> {
  for (const [, spelled = ""] of text.matchAll(/\/((?:[A-Za-z]|#[0-9A-Fa-f]{2})+)/g)) {
    yield spelled.includes("#")
      ? spelled.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : spelled;
  }
}

/** The start of each stream that contains objects. Refuses unusual compression, which no common writer uses. */
function* objectStreams(text: string): Generator<{ readonly start: number; readonly dictionary: string }> {
  for (const { index, 1: spelled = "" } of text.matchAll(/\/((?:[A-Za-z]|#[0-9A-Fa-f]{2})+)/g)) {
    const [name] = namesIn(`/${spelled}`);
    if (name !== "ObjStm") continue;
    const stream = /stream\r?\n/g;
    stream.lastIndex = index;
    const found = stream.exec(text);
    const dictionary = text.slice(Math.max(0, text.lastIndexOf("obj", index)), found?.index ?? index);
    const filters = [...namesIn(dictionary)].filter((each) => each.endsWith("Decode") || each === "Predictor");
    if (found === null || filters.join() !== "FlateDecode") throw fileRefusals.document_obscure();
    yield { start: found.index + found[0].length, dictionary };
  }
}

/** The content of a deflated stream. Bytes after its end are ignored. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.byteLength;
      if (length > bytesMax) break;
      chunks.push(next.value);
    }
  } catch {
    // Fails on the bytes that follow; what was unpacked until then is the stream.
    if (length === 0) throw fileRefusals.document_obscure();
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (length > bytesMax) throw fileRefusals.document_obscure();
  return latin(new Uint8Array(await new Blob(chunks).arrayBuffer()));
}

/** The root of the page tree has the largest count. Zero if none is readable. */
function pagesIn(text: string): number {
  const counts = text.matchAll(
    /\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d{1,6})|\/Count\s+(\d{1,6})[^>]*?\/Type\s*\/Pages\b/g,
  );
  return Math.max(0, ...[...counts].map(([, after, before]) => Number(after ?? before)));
}
