import type { MediaType, plainTypes } from "#base/files.ts";

/** What the header of a picture says before it is decoded. */
export type PictureHeader = {
  readonly mediaType: Exclude<MediaType, "application/pdf" | (typeof plainTypes)[number]>;
  /** In pixels, as stored: before rotation. */
  readonly width: number;
  readonly height: number;
};

/** The type of a picture by its first bytes; null for anything else. */
export function pictureTypeOf(bytes: Uint8Array): PictureHeader["mediaType"] | null {
  if (startsWith(bytes, pngSignature)) return "image/png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (latin(bytes, 0, 4) === "RIFF" && latin(bytes, 8, 12) === "WEBP") return "image/webp";
  return null;
}

/**
 * Walks through the parts of a picture to its end. Returns null if a part is missing or truncated: some decoders would
 * fill the rest with grey, and all would start to decode the claimed size before they notice.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const mediaType = pictureTypeOf(bytes);
  if (mediaType === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeReaders[mediaType](view, bytes);
  return size === null || size.width === 0 || size.height === 0 ? null : { mediaType, ...size };
}

type Size = { readonly width: number; readonly height: number };

const sizeReaders: Readonly<Record<PictureHeader["mediaType"], (view: DataView, bytes: Uint8Array) => Size | null>> = {
  "image/jpeg": jpegSize,
  "image/png": pngSize,
  "image/webp": webpSize,
};

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** ISO 15948: chunks of length, name, content and checksum, from IHDR to IEND. */
function pngSize(view: DataView, bytes: Uint8Array): Size | null {
  let size: Size | null = null;
  let hasPixels = false;
  for (let at = pngSignature.length; at + 12 <= view.byteLength; ) {
    const length = view.getUint32(at);
    const name = latin(bytes, at + 4, at + 8);
    if (at + 12 + length > view.byteLength) return null;
    if (size === null) {
      if (name !== "IHDR" || length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (name === "IDAT") hasPixels = true;
    if (name === "IEND") return hasPixels ? size : null;
    at += 12 + length;
  }
  return null;
}

const startOfScan = 0xda;
/** Start of frame; three numbers in this range are tables instead (ISO 10918-1, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ISO 10918-1: segments up to the first scan, then the end of the image after it. */
function jpegSize(view: DataView, bytes: Uint8Array): Size | null {
  let size: Size | null = null;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > view.byteLength) return null;
    if (isFrame(marker)) {
      // Two frames could have two sizes, and decoders differ in which they use.
      if (size !== null || length < 8) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += 2 + length;
    if (marker === startOfScan) return size !== null && hasEndOfImage(bytes, at) ? size : null;
  }
  return null;
}

/** Within a scan 0xFF is followed by 0x00, so these two bytes can only be the end marker. */
function hasEndOfImage(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true;
  return false;
}

/** RFC 9649: one canvas, with its size in the first chunk, in a container that has its length. */
function webpSize(view: DataView, bytes: Uint8Array): Size | null {
  if (view.byteLength < 30 || view.getUint32(4, true) + 8 > view.byteLength) return null;
  switch (latin(bytes, 12, 16)) {
    case "VP8 ":
      if (!startsWith(bytes.subarray(23), [0x9d, 0x01, 0x2a])) return null;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      if (view.getUint8(20) !== 0x2f) return null;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: little24(bytes, 24) + 1, height: little24(bytes, 27) + 1 };
    default:
      return null;
  }
}

const little24 = (bytes: Uint8Array, at: number) => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
const latin = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
