import { fileRefusals, type plainTypes } from "#base/files.ts";

// Text and spreadsheets (docs/decisions/0097): never opened by the server, and served only as attachments.

export type PlainType = (typeof plainTypes)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** Text has no signature. Whether it is CSV only decides how it is shown. */
export const textTypeOf = (name: string): PlainType => (/\.csv$/i.test(name.trim()) ? "text/csv" : "text/plain");

/** Refuses with `text_unreadable` what isn't UTF-8, or has control characters, as other formats have. */
export const requireText = (bytes: Bytes): void =>
  void requireTextPart(bytes, { carry: new Uint8Array(), isLast: true });

type TextPart = {
  /** The bytes of a character that the part before ended within. */
  readonly carry: Bytes;
  readonly isLast: boolean;
};

/** The same for a part of a text, from its beginning on. Answers the `carry` of the next part. */
export function requireTextPart(bytes: Bytes, { carry, isLast }: TextPart): Bytes {
  const rest = carry.byteLength === 0 ? 0 : Math.max(0, characterLength(carry[0]!) - carry.byteLength);
  const first = new Uint8Array([...carry, ...bytes.subarray(0, rest)]);
  const read = rest + readCharacters(bytes.subarray(rest));
  if (readCharacters(first) < first.byteLength || (isLast && read < bytes.byteLength))
    throw fileRefusals.text_unreadable();
  return bytes.slice(read);
}

/** By the first byte of a character. */
const characterLength = (first: number) => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
const isControl = (byte: number) => byte === 0x7f || (byte < 0x20 && !"\t\n\f\r".includes(String.fromCharCode(byte)));
const controls = Uint8Array.from({ length: 128 }, (_, byte) => (isControl(byte) ? 1 : 0));

/** Sets the highest bit of a byte, unless all four bytes are characters of ASCII and none is a control character. */
const marked = (word: number) => word | (word - 0x20202020) | ((word ^ 0x7f7f7f7f) - 0x01010101);
const isUnmarked = (word: number) => (word & 0x80808080) === 0;

/** The place of the first word, from this one on, that has other bytes. */
function skipPrintable(words: Uint32Array, from: number): number {
  let at = from;
  // Four at once, because an iteration costs more than what it does.
  for (const last = words.length - 4; at <= last; at += 4) {
    const four = marked(words[at]!) | marked(words[at + 1]!) | marked(words[at + 2]!) | marked(words[at + 3]!);
    if (!isUnmarked(four)) break;
  }
  while (at < words.length && isUnmarked(marked(words[at]!))) at++;
  return at;
}

/**
 * How many bytes are whole characters of UTF-8 (Unicode, table 3-7): all of them, or all but the beginning of the last.
 * A TextDecoder would take several times as long, and a string as large as the file.
 */
function readCharacters(bytes: Bytes): number {
  const { length } = bytes;
  // Words begin at every fourth byte of the buffer.
  const lead = -bytes.byteOffset & 3;
  const words =
    length < lead ? new Uint32Array() : new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (length - lead) >> 2);
  let at = 0;
  while (at < length) {
    if (at >= lead && ((at - lead) & 3) === 0) {
      at = lead + skipPrintable(words, (at - lead) >> 2) * 4;
      if (at === length) break;
    }
    const byte = bytes[at]!;
    if (byte < 0x80) {
      if (controls[byte] === 1) throw fileRefusals.text_unreadable();
      at++;
      continue;
    }
    if (byte < 0xc2 || byte > 0xf4) throw fileRefusals.text_unreadable();
    const end = at + characterLength(byte);
    let lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    let highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    for (let next = at + 1; next < Math.min(end, length); next++) {
      if (bytes[next]! < lowest || bytes[next]! > highest) throw fileRefusals.text_unreadable();
      lowest = 0x80;
      highest = 0xbf;
    }
    if (end > length) return at;
    at = end;
  }
  return at;
}

const localHeader = 0x04034b50;
const entryHeader = 0x02014b50;
const endHeader = 0x06054b50;
const entryLength = 46;
const endLength = 22;
const entriesMax = 10_000;
const inflatedMax = 209_715_200;
/** Parts of the format that can run, open or contain something. */
const activeParts =
  /vbaProject|\.bin$|^xl\/(?:externalLinks|activeX|embeddings|ctrlProps|macrosheets|dialogsheets)\/|^customUI/i;

export const isZip = (bytes: Bytes): boolean =>
  bytes.byteLength > endLength && viewOf(bytes).getUint32(0, true) === localHeader;

/**
 * Checks the directory of a ZIP archive: a workbook of Office Open XML without macros, links to other files, embedded
 * objects or encryption. Refuses with `spreadsheet_damaged` and `spreadsheet_active`.
 */
export function requireSpreadsheet(bytes: Bytes): void {
  const names = namesIn(bytes);
  if (!names.includes("[Content_Types].xml") || !names.includes("xl/workbook.xml"))
    throw fileRefusals.spreadsheet_damaged();
  const found = names.find((name) => activeParts.test(name));
  if (found !== undefined) throw fileRefusals.spreadsheet_active({ found });
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function namesIn(bytes: Bytes): string[] {
  const view = viewOf(bytes);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let inflated = 0;
  const names: string[] = [];
  for (let index = 0; index < count; index++) {
    if (at + entryLength > end || view.getUint32(at, true) !== entryHeader) throw fileRefusals.spreadsheet_damaged();
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    inflated += view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + entryLength, at + entryLength + nameLength));
    const isOutside = name.startsWith("/") || name.includes("\\") || name.split("/").includes("..");
    if (isEncrypted || isOutside || inflated > inflatedMax) throw fileRefusals.spreadsheet_damaged();
    names.push(name);
    at += entryLength + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  // Each name once, and nothing between the directory and its end that another reader could take for more.
  if (at !== end || new Set(names).size !== names.length) throw fileRefusals.spreadsheet_damaged();
  return names;
}

/** The record that ends the archive: exactly at the end, without a comment that could hide another. */
function endOf(view: DataView): number {
  const end = view.byteLength - endLength;
  const isEnd = end > 0 && view.getUint32(end, true) === endHeader && view.getUint16(end + 20, true) === 0;
  if (!isEnd || view.getUint16(end + 10, true) > entriesMax) throw fileRefusals.spreadsheet_damaged();
  return end;
}
