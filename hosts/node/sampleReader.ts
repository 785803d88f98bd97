import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ports } from "#api/ports.ts";

/**
 * Reads the pictures of sample records from a folder: the checkout, or where a build has put them next to the program.
 */
export const sampleReader =
  (folder: string): Ports["readSample"] =>
  async (path) =>
    new Uint8Array(await readFile(join(folder, path)));
