import type { Pictures, RemadePicture } from "#api/ports.ts";
import { fileLimits } from "#base/files.ts";

/** As low as possible without a visible difference for users who look at a product. */
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
    // Strict: missing data would become grey. Only the first of several pictures. By default sharp drops profiles and
    // all other metadata.
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

/** Loaded with the first picture: it is a library of 16 MB. Restricted to the formats that we accept. */
async function load() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["Jpeg", "Png", "Webp"].map((type) => `VipsForeignLoad${type}Buffer`) });
  return sharp;
}

/** libvips reports everything it can't read with plain errors; bugs in our own code have other types. */
const isOurs = (error: unknown) => error instanceof TypeError || error instanceof RangeError;
