import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const worthIt = /\.(css|data|html|js|json|mjs|svg|txt|wasm|webmanifest|xml)$/;
/** A smaller response fits in one packet anyway. */
const bytesMin = 1024;
/**
 * Brotli's highest level takes about a second per megabyte: fine for our own code, too slow for PostgreSQL as
 * WebAssembly.
 */
const bytesAtBestMax = 1_000_000;
/** Compressed files are cached by content: most of a build is the same as the last one. */
const cacheFolder = "node_modules/.cache/mizan-compressed";

/**
 * Writes a `.br` and a `.gz` next to each file that they make smaller, so that no request has to compress it.
 *
 * @param {string} folder
 */
export async function compressFolder(folder) {
  await mkdir(cacheFolder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && worthIt.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

/** @param {string} path */
async function compressFile(path) {
  const { size } = await stat(path);
  if (size < bytesMin) return;
  const bytes = await readFile(path);
  const name = createHash("sha256").update(bytes).digest("hex");
  const quality = size > bytesAtBestMax ? 9 : 11;
  const brotli = () =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
        [constants.BROTLI_PARAM_LGWIN]: 22,
      },
    });
  await Promise.all([
    keep(`${cacheFolder}/${name}.${quality}.br`, `${path}.br`, size, brotli),
    keep(`${cacheFolder}/${name}.gz`, `${path}.gz`, size, () => promisify(gzip)(bytes, { level: 9 })),
  ]);
}

/**
 * @param {string} kept
 * @param {string} wanted
 * @param {number} size Of the original.
 * @param {() => Promise<Buffer>} compress
 */
async function keep(kept, wanted, size, compress) {
  if (!existsSync(kept)) await writeFile(kept, await compress());
  if ((await stat(kept)).size < size) await copyFile(kept, wanted);
}
