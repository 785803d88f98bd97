/** A file of an archive. Its text is written piece by piece and never held as a whole. */
export type ZipEntry = { readonly name: string; readonly text: AsyncIterable<string> | Iterable<string> };

type DirectoryEntry = {
  readonly name: Uint8Array;
  readonly start: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
};

// Sizes follow the bytes in a descriptor, as they are unknown before; names are UTF-8.
const flags = 0x0808;
const deflated = 8;
// 1 January 1980, the first day that the format knows: a file’s bytes depend on its content alone.
const firstDay = 0x0021;

/** A zip archive as a stream. No entry may be larger than 4 GB, nor the archive. */
export async function* zipChunks(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const listed: DirectoryEntry[] = [];
  let position = 0;
  for await (const { name, text } of entries) {
    const start = position;
    const nameBytes = new TextEncoder().encode(name);
    const header = join(
      fields([4, 0x04034b50], [2, 20], [2, flags], [2, deflated], [2, 0], [2, firstDay]),
      fields([4, 0], [4, 0], [4, 0], [2, nameBytes.length], [2, 0]),
      nameBytes,
    );
    yield header;
    position += header.length;
    const sums = { crc: 0xffffffff, size: 0 };
    let packed = 0;
    for await (const bytes of deflate(text, sums)) {
      packed += bytes.length;
      yield bytes;
    }
    const { size } = sums;
    const crc = ~sums.crc >>> 0;
    const descriptor = fields([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
    yield descriptor;
    position += packed + descriptor.length;
    listed.push({ name: nameBytes, start, crc, packed, size });
  }
  yield directoryOf(listed, position);
}

function directoryOf(listed: readonly DirectoryEntry[], start: number): Uint8Array {
  const directory = join(
    ...listed.flatMap(({ name, start: at, crc, packed, size }) => [
      fields([4, 0x02014b50], [2, 20], [2, 20], [2, flags], [2, deflated], [2, 0], [2, firstDay]),
      fields([4, crc], [4, packed], [4, size], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
      name,
    ]),
  );
  const count = listed.length;
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, start],
    [2, 0],
  );
  return join(directory, end);
}

// The encoder and the compressor work best on pieces of this size.
const pieceLength = 65_536;

async function* deflate(
  text: ZipEntry["text"],
  sums: { crc: number; size: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const pieces = piecesOf(text);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) return controller.close();
      const bytes = encoder.encode(value);
      sums.size += bytes.length;
      sums.crc = crcOf(bytes, sums.crc);
      controller.enqueue(bytes);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  const reader = source.pipeThrough(new CompressionStream("deflate-raw")).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // If the reader of the archive gave up.
    await reader.cancel().catch(() => {});
  }
}

/** Never cuts a character in two, as a piece ends where a text of the source does. */
async function* piecesOf(text: ZipEntry["text"]): AsyncGenerator<string, void, undefined> {
  let piece = "";
  for await (const part of text) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Numbers as the format writes them, the lowest byte first. */
function fields(...values: readonly Field[]): Uint8Array {
  const bytes: number[] = [];
  for (const [count, value] of values)
    for (let place = 0; place < count; place++) bytes.push(Math.floor(value / 256 ** place) & 0xff);
  return Uint8Array.from(bytes);
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    joined.set(part, position);
    position += part.length;
  }
  return joined;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The running CRC-32, not yet inverted. */
export function crcOf(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (let place = 0; place < bytes.length; place++) crc = crcTable[(crc ^ bytes[place]!) & 0xff]! ^ (crc >>> 8);
  return crc;
}
