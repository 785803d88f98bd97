/** A picture of at most 256 colours. */
export type IndexedPicture = {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour. */
  readonly palette: readonly number[];
  /** The place of each pixel's colour, row by row. */
  readonly pixels: Uint8Array;
};

/** Writes a PNG of a palette, a byte a pixel (PNG, third edition, 11.2). */
export async function indexedPng({ width, height, palette, pixels }: IndexedPicture): Promise<Uint8Array<ArrayBuffer>> {
  if (palette.length > 3 * 256) throw new Error(`a palette of ${palette.length / 3} colours`);
  const rows = new Uint8Array(height * (width + 1));
  // Each row begins with how it was filtered: not at all.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a pixel, of a palette; no interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette)),
    chunk("IDAT", await deflated(rows)),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(name), content]);
  const [length, check] = [new Uint8Array(4), new Uint8Array(4)];
  new DataView(length.buffer).setUint32(0, content.length);
  new DataView(check.buffer).setUint32(0, crc32(named));
  return joined([length, named, check]);
}

function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder % 2 === 0 ? 0 : 0xedb88320);
  }
  return ~remainder >>> 0;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
