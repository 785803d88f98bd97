import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

// Valid pictures, and the parts to build invalid ones from.

export type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
export const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

const number32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
const number16 = (value: number) => Uint8Array.of(value >>> 8, value);
export const little32 = (value: number) => Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);

/** A picture of one colour with a mark in its upper left corner, so that rotation is visible. */
export async function picture(
  type: "jpeg" | "png" | "webp",
  { width = 60, height = 40, orientation = 1 }: { width?: number; height?: number; orientation?: number } = {},
): Promise<Bytes> {
  const mark = await sharp({ create: { width: 10, height: 10, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const made = sharp({ create: { width, height, channels: 3, background: "teal" } }).composite([
    { input: mark, left: 0, top: 0 },
  ]);
  const noted = orientation === 1 ? made : made.withMetadata({ orientation });
  return new Uint8Array(await noted.toFormat(type, { quality: 90 }).toBuffer());
}

const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export function pngChunk(name: string, content: Uint8Array): Bytes {
  const body = joined(bytesOf(name), content);
  return joined(number32(content.byteLength), body, number32(crc32(body)));
}

export function pngHeader(width: number, height: number): Bytes {
  // 8 bits of grey, without alpha or interlacing.
  return pngChunk("IHDR", joined(number32(width), number32(height), Uint8Array.of(8, 0, 0, 0, 0)));
}

export const png = (...chunks: readonly Uint8Array[]): Bytes => joined(pngSignature, ...chunks);
export const pngEnd = pngChunk("IEND", new Uint8Array());

/** Rows of grey pixels, each after its filter number. */
export const pngPixels = (width: number, height: number): Bytes =>
  pngChunk("IDAT", deflateSync(new Uint8Array((width + 1) * height)));

/** A segment of a JPEG: its marker, its length, its content. */
export const jpegSegment = (marker: number, content: Uint8Array): Bytes =>
  joined(Uint8Array.of(0xff, marker), number16(content.byteLength + 2), content);

/** With a segment right after the start, where metadata goes. */
export const withSegment = (jpeg: Uint8Array, segment: Uint8Array): Bytes =>
  joined(jpeg.subarray(0, 2), segment, jpeg.subarray(2));

/** The position in a JPEG's frame of its size: height, then width, two bytes each. */
export function jpegSizeAt(jpeg: Uint8Array): number {
  for (let at = 2; ; at += 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!))
    if (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2) return at + 5;
}

/** A WebP chunk, padded to an even length. */
export const webpChunk = (name: string, content: Uint8Array): Bytes =>
  joined(bytesOf(name), little32(content.byteLength), content, new Uint8Array(content.byteLength % 2));

export const webp = (...chunks: readonly Uint8Array[]): Bytes => {
  const body = joined(bytesOf("WEBP"), ...chunks);
  return joined(bytesOf("RIFF"), little32(body.byteLength), body);
};

/** A copy with some bytes changed. */
export function changed(bytes: Uint8Array, at: number, ...values: readonly number[]): Bytes {
  const copy = new Uint8Array(bytes);
  copy.set(values, at);
  return copy;
}
