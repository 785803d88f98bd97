import { crcOf } from "#api/zip.ts";
import { importRefusals, importLimits } from "#features/platform/imports/contract.ts";

/** A file of an archive, as its directory describes it. */
type Entry = {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly start: number;
};

export type Archive = {
  readonly has: (name: string) => boolean;
  /** The text of a file, piece by piece. Refuses with `damaged_workbook`. */
  readonly text: (name: string) => AsyncGenerator<string>;
};

const signatures = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 } as const;
const endLength = 22;
const commentMax = 65_535;
const entriesMax = 10_000;

/**
 * Reads the directory of a zip archive. Refuses with `workbook_too_large` if all files together are. None is inflated
 * beyond the size that the directory claims.
 */
export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  const entries = new Map(entriesOf(bytes).map((entry) => [entry.name, entry]));
  const size = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0);
  if (size > importLimits.inflatedBytesMax)
    throw importRefusals.workbook_too_large({ megabytes: importLimits.inflatedBytesMax / 1_048_576 });
  return {
    has: (name) => entries.has(name),
    text: async function* (name) {
      const entry = entries.get(name);
      if (!entry) throw importRefusals.damaged_workbook();
      const decoder = new TextDecoder();
      for await (const piece of inflate(bytes, entry)) yield decoder.decode(piece, { stream: true });
      yield decoder.decode();
    },
  };
}

function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > entriesMax) throw importRefusals.damaged_workbook();
  return Array.from({ length: count }, () => {
    if (at + 46 > end || view.getUint32(at, true) !== signatures.directory) throw importRefusals.damaged_workbook();
    const nameLength = view.getUint16(at + 28, true);
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    };
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (isEncrypted) throw importRefusals.not_workbook();
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    return entry;
  });
}

/** The end record is the last one; a comment may follow it. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - commentMax);
  for (let at = view.byteLength - endLength; at >= first; at--)
    if (view.getUint32(at, true) === signatures.end) return at;
  throw importRefusals.damaged_workbook();
}

async function* inflate(bytes: Uint8Array<ArrayBuffer>, entry: Entry): AsyncGenerator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { start, method, packed } = entry;
  if (start + 30 > bytes.length || view.getUint32(start, true) !== signatures.local)
    throw importRefusals.damaged_workbook();
  const dataStart = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const data = bytes.subarray(dataStart, dataStart + packed);
  if (data.length < packed || (method !== 0 && method !== 8)) throw importRefusals.damaged_workbook();
  let size = 0;
  let crc = 0xffffffff;
  for await (const piece of method === 0 ? [data] : inflated(data)) {
    size += piece.length;
    if (size > entry.size) throw importRefusals.damaged_workbook();
    crc = crcOf(piece, crc);
    yield piece;
  }
  if (size !== entry.size || ~crc >>> 0 !== entry.crc) throw importRefusals.damaged_workbook();
}

async function* inflated(data: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  const source = new Blob([data]).stream();
  const reader = source.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  try {
    for (let read = await next(reader); !read.done; read = await next(reader)) yield read.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw importRefusals.damaged_workbook();
  }
}
