import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * What a build is made of: one word that changes when a file of `places` comes, goes or is written.
 *
 * It hashes names, sizes and times, not contents: some 20 ms for a thousand files, which every start pays.
 * Tests are left out, so that writing one makes nobody build again.
 *
 * @param {readonly string[]} places Folders and files.
 */
export function sourcesWord(places) {
  const hash = createHash("sha256");
  for (const path of places.filter((place) => existsSync(place)).flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\n${size}\n${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/**
 * Whether `built` was made of the sources as they are.
 *
 * @param {string} built The folder that the build wrote.
 * @param {string} word
 */
export function isFresh(built, word) {
  return (
    existsSync(built) && existsSync(stampOf(built)) && JSON.parse(readFileSync(stampOf(built), "utf8")).sources === word
  );
}

/**
 * Says what a finished build was made of. Beside the folder, not in it: what is in it gets served.
 *
 * @param {string} built
 * @param {string} word
 */
export function writeStamp(built, word) {
  mkdirSync(dirname(built), { recursive: true });
  const stamp = { sources: word, builtAt: new Date().toISOString(), node: process.version };
  writeFileSync(stampOf(built), `${JSON.stringify(stamp, null, 2)}\n`);
}

/** @param {string} built */
export const removeStamp = (built) => rmSync(stampOf(built), { force: true });

/** @param {string} built */
const stampOf = (built) => `${built}.stamp.json`;

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesUnder(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${place}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === "testing" ? [] : filesUnder(path);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    });
}
