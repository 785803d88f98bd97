import type { Pictures, RemadePicture } from "#api/ports.ts";

/** As on a server (hosts/node/pictures.ts). */
const quality = 0.82;
const placeholderEdge = 12;

/** Pictures decoded and encoded by the browser, in the worker. */
export const canvasPictures: Pictures = {
  remake: async ({ bytes, mediaType, edges }) => {
    const bitmap = await decode(bytes, mediaType);
    if (bitmap === null) return null;
    try {
      return await encode(bitmap, edges);
    } finally {
      bitmap.close();
    }
  },
};

/** Rotated upright as its metadata says. The canvas then drops that and everything else but the pixels. */
async function decode(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

async function encode(bitmap: ImageBitmap, edges: readonly number[]): Promise<RemadePicture> {
  const drawn: { canvas: OffscreenCanvas; blob: Blob }[] = [];
  for (const edge of [...edges, placeholderEdge]) {
    const canvas = draw(bitmap, edge);
    drawn.push({ canvas, blob: await canvas.convertToBlob({ type: "image/webp", quality }) });
  }
  const few = drawn.pop()!;
  const [{ canvas: largest, blob: first }] = drawn as [(typeof drawn)[0]];
  const sizes = await Promise.all(drawn.map(async ({ blob }) => new Uint8Array(await blob.arrayBuffer())));
  return {
    width: largest.width,
    height: largest.height,
    // A browser that can't write WebP writes PNG instead.
    mediaType: first.type === "image/webp" ? "image/webp" : "image/png",
    sizes,
    placeholder: `data:${few.blob.type};base64,${base64(new Uint8Array(await few.blob.arrayBuffer()))}`,
  };
}

function draw(bitmap: ImageBitmap, edge: number): OffscreenCanvas {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser gives a worker no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
