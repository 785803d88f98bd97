/**
 * @typedef {{ path: string, lines: readonly string[] }} SourceFile
 * @typedef {{ files: number, lines: number }} Size
 * @typedef {Size & { area: string, server: number, shared: number, screens: number, imports: number }} AreaSize
 */

/** A single repeated line means little; six or more in a row count as a copy. */
const runLines = 6;

/** The record kernel, which all areas share and which belongs to none. */
const kernelFolders = ["base/records/", "api/records/", "web/records/"];

/** TypeScript of the product itself: no tests, test fixtures or sample records. @param {string} path */
export const isCounted = (path) =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/testing\/|\/samples\/|\/(?:seed|sample)[^/]*$/.test(path);

/**
 * The size of the product's areas, by server, shared and screens, and how much of their code is repeated.
 *
 * An area is a folder below `features/` or `demos/` that has a contract, rules, an `api` or a `web`; such folders
 * within it are parts of it.
 *
 * @param {readonly SourceFile[]} files Of the whole checkout.
 * @param {readonly string[]} [names] Of the areas to measure, or of folders that contain areas; none means all.
 */
export function measureSize(files, names = []) {
  const counted = files.filter(({ path }) => isCounted(path));
  const areas = areasOf(counted);
  const unknown = names.filter((name) => !areas.some((area) => isNamed(area, name)));
  const wanted = names.length === 0 ? areas : areas.filter((area) => names.some((name) => isNamed(area, name)));
  const chosen = counted.filter(({ path }) =>
    names.length === 0 ? /^(?:features|demos)\//.test(path) : wanted.some((area) => path.startsWith(`${area}/`)),
  );
  const bySize = chosen.toSorted((one, other) => one.lines.length - other.lines.length);
  const half = (bySize.length - 1) / 2;
  const [lower, upper] = [bySize[Math.floor(half)], bySize[Math.ceil(half)]];
  const largest = bySize.at(-1);
  return {
    unknown,
    areas: wanted.map((area) => areaSize(area, counted)),
    folders: ["features", "demos"].map((folder) => ({
      folder,
      ...sizeOf(chosen.filter(({ path }) => path.startsWith(`${folder}/`))),
    })),
    total: sizeOf(chosen),
    medianLines: lower && upper ? (lower.lines.length + upper.lines.length) / 2 : 0,
    largest: largest ? { path: largest.path, lines: largest.lines.length } : null,
    kernel: sizeOf(counted.filter(({ path }) => kernelFolders.some((folder) => path.startsWith(folder)))),
    repeated: countRepeats(chosen),
  };
}

/**
 * Runs of six or more lines that occurred before, each counted to its full length. Ignores indentation, empty lines,
 * comments and imports.
 *
 * @param {readonly SourceFile[]} files
 * @returns {{ runs: number, lines: number }}
 */
export function countRepeats(files) {
  /** Where each window of lines first occurs. @type {Map<string, { lines: readonly string[], at: number }>} */
  const firsts = new Map();
  let [runs, repeatedLines] = [0, 0];
  for (const file of files) {
    const lines = statementLines(file.lines);
    for (let at = 0; at + runLines <= lines.length; ) {
      const window = lines.slice(at, at + runLines).join("\n");
      const first = firsts.get(window);
      // Within one file, overlapping lines are not a copy.
      const isCopy = first !== undefined && (first.lines !== lines || first.at + runLines <= at);
      if (first === undefined) firsts.set(window, { lines, at });
      if (!isCopy) {
        at += 1;
        continue;
      }
      let length = runLines;
      while (at + length < lines.length && lines[at + length] === first.lines[first.at + length]) length += 1;
      runs += 1;
      repeatedLines += length;
      at += length;
    }
  }
  return { runs, lines: repeatedLines };
}

/** The lines of code, trimmed. @param {readonly string[]} lines */
function statementLines(lines) {
  const kept = [];
  /** The end of the import or comment that is still open. @type {RegExp | null} */
  let end = null;
  for (const line of lines.map((each) => each.trim())) {
    /** @type {RegExp | null} */
    const begun = end ?? (/^import\b(?!\()/.test(line) ? /;$/ : line.startsWith("/*") ? /\*\/$/ : null);
    if (begun) end = begun.test(line) ? null : begun;
    else if (line !== "" && !line.startsWith("//")) kept.push(line);
  }
  return kept;
}

/** @param {readonly SourceFile[]} files */
function areasOf(files) {
  const folders = files.flatMap(({ path }) => {
    const [, folder] =
      /^((?:features|demos)\/.+?)\/(?:(?:api|web|contract|rules)\/|(?:contract|rules)\.ts$)/.exec(path) ?? [];
    return folder ?? [];
  });
  const all = [...new Set(folders)].toSorted();
  return all.filter((folder) => !all.some((other) => folder.startsWith(`${other}/`)));
}

/** By its name, its path or a folder that contains it. @param {string} area @param {string} name */
const isNamed = (area, name) => area.endsWith(`/${name}`) || area === name || area.startsWith(`${name}/`);

/**
 * @param {string} area
 * @param {readonly SourceFile[]} files
 * @returns {AreaSize}
 */
function areaSize(area, files) {
  const own = files.filter(({ path }) => path.startsWith(`${area}/`));
  const [server, screens] = ["api", "web"].map((side) => own.filter(({ path }) => path.includes(`/${side}/`)));
  const all = sizeOf(own);
  const [serverLines, screenLines] = [sizeOf(server ?? []).lines, sizeOf(screens ?? []).lines];
  return {
    area,
    ...all,
    server: serverLines,
    shared: all.lines - serverLines - screenLines,
    screens: screenLines,
    imports: sizeOf(own.filter(({ path }) => /\/import[^/]*$/.test(path))).lines,
  };
}

/** @param {readonly SourceFile[]} files @returns {Size} */
const sizeOf = (files) => ({ files: files.length, lines: files.reduce((sum, { lines }) => sum + lines.length, 0) });
