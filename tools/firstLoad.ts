import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** Vite's manifest: the sources of each chunk, and what it loads immediately. */
export type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly name?: string;
      readonly isEntry?: boolean;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

/**
 * The scripts loaded before a page is complete: those of `sources`, and everything that they import statically.
 *
 * @param sources Paths in this repository; the page's entry is included anyway.
 */
export function scriptsFor(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = chunksFor(manifest, sources).map(({ file }) => file);
  return new Set(files.filter((file) => file.endsWith(".js")));
}

/** The style sheets of the same chunks. */
export const stylesFor = (manifest: Manifest, sources: readonly string[]): Set<string> =>
  new Set(chunksFor(manifest, sources).flatMap(({ css = [] }) => css));

/** The script of a source, and those that nothing else imports: without the parts that it shares with other screens. */
export function ownScripts(manifest: Manifest, source: string): string[] {
  const own = new Set([keyOf(manifest, source)]);
  const isImportedElsewhere = (key: string) =>
    Object.entries(manifest).some(([importer, { imports = [] }]) => imports.includes(key) && !own.has(importer));
  for (const key of own)
    for (const imported of manifest[key]?.imports ?? []) if (!isImportedElsewhere(imported)) own.add(imported);
  return [...own].flatMap((key) => manifest[key]?.file ?? []);
}

function chunksFor(manifest: Manifest, sources: readonly string[]): Manifest[string][] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const requested = sources.map((source) => keyOf(manifest, source));
  const seen = new Set([...entries, ...requested]);
  for (const key of seen) for (const imported of manifest[key]?.imports ?? []) seen.add(imported);
  return [...seen].flatMap((key) => manifest[key] ?? []);
}

/**
 * Chunks that import each other, directly or through others: whichever runs first finds parts of the other missing.
 * Such are made by groups of modules that are split without what these load.
 */
export function chunksInCircles(manifest: Manifest): string[] {
  const reaches = (from: string) => {
    const seen = new Set(manifest[from]?.imports ?? []);
    for (const key of seen) for (const imported of manifest[key]?.imports ?? []) seen.add(imported);
    return seen;
  };
  return Object.keys(manifest).filter((key) => reaches(key).has(key));
}

/** The size of the scripts compressed by gzip -9, which is what the budget of the first load counts. */
export function gzippedBytes(folder: string, scripts: Iterable<string>): number {
  return [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length, 0);
}

/**
 * Vite names a chunk by its source relative to the page's folder. A source inside another's chunk has none of its own.
 */
function keyOf(manifest: Manifest, source: string): string {
  const key = [`../../${source}`, source].find((each) => each in manifest);
  if (key === undefined)
    throw new Error(`${source} is no chunk of the build: rename it here as well, or load it lazily`);
  return key;
}
