import type { Pictures, RemadePicture } from "#api/ports.ts";
import { fileLimits } from "#base/files.ts";

/** As small as it can be and still be told from the original by nobody who looks at a product. */
const quality = 82;
const placeholderEdge = 12;

/** Pictures by libvips, one after the other: each may take a few hundred megabytes while it is read. */
export function vipsPictures(): Pictures {
  let last: Promise<unknown> = Promise.resolve();
  return {
    remake: (picture) => {
      const made = last.then(() => remake(picture));
      last = made.catch(() => {});
      return made;
    },
  };
}

async function remake({ bytes, edges }: Parameters<Pictures["remake"]>[0]): Promise<RemadePicture | null> {
  const sharp = await load();
  try {
    const limitInputPixels = fileLimits.pixelsMax;
    const [largest = 0, ...smaller] = edges;
    // Strict: what is cut off would come out grey. Only the first of several pictures. Without a word on keeping them,
    // neither profiles nor anything else that is no pixel goes along.
    const upright = await sharp(bytes, { failOn: "warning", limitInputPixels, pages: 1, sequentialRead: true })
      .autoOrient()
      .toColourspace("srgb")
      .resize({ width: largest, height: largest, fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = upright.info;
    const pixels = () => sharp(upright.data, { raw: { width, height, channels } });
    const atMost = (edge: number) =>
      pixels().resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }).webp({ quality });
    const sizes = [pixels().webp({ quality }), ...smaller.map(atMost)];
    const encoded: Uint8Array<ArrayBuffer>[] = [];
    for (const size of sizes) encoded.push(new Uint8Array(await size.toBuffer()));
    const few = await atMost(placeholderEdge).toBuffer();
    const placeholder = `data:image/webp;base64,${few.toString("base64")}`;
    return { width, height, mediaType: "image/webp", sizes: encoded, placeholder };
  } catch (error) {
    if (isOurs(error)) throw error;
    return null;
  }
}

/** Not before somebody sends a picture: it is a library of 16 MB. Of all that it reads, it reads what we take. */
async function load() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["Jpeg", "Png", "Webp"].map((type) => `VipsForeignLoad${type}Buffer`) });
  return sharp;
}

/** libvips tells of everything it cannot read in plain errors; what is wrong with our own code has a type of its own. */
const isOurs = (error: unknown) => error instanceof TypeError || error instanceof RangeError;
