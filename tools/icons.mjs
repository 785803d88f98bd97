import { readFileSync, writeFileSync } from "node:fs";
import { convert } from "fontverter";
import subsetFont from "subset-font";

// Writes the icon catalogue from Google's Material Symbols (Apache-2.0): names with code points, and a font of these
// alone, filled, as WOFF 2 to show them and as WOFF to read their outlines. `node tools/icons.mjs`, after an update of
// the package.

const cataloguePath = "demos/icons/rules/catalogue.ts";
const fontPath = "demos/icons/web/icons";
/** As many as spec 001 §3 says. */
const count = 2745;
const source = new URL(import.meta.resolve("material-symbols/material-symbols-outlined.woff2"));
const look = { FILL: 1, wght: 400, GRAD: 0, opsz: 24 };

/** The code points of all glyphs of the font, by their names. @param {Buffer} font Uncompressed. */
function readCodes(font) {
  const tables = new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16;
      return [
        font.toString("latin1", at, at + 4),
        font.subarray(font.readUInt32BE(at + 8)).subarray(0, font.readUInt32BE(at + 12)),
      ];
    }),
  );
  const names = readGlyphNames(/** @type {Buffer} */ (tables.get("post")));
  /** @type {Map<string, number>} */
  const codes = new Map();
  // A glyph’s name can't begin with a digit.
  for (const [code, glyph] of readCharacters(/** @type {Buffer} */ (tables.get("cmap"))))
    if (code >= 0xe000) codes.set((names[glyph] ?? "").replace(/^_/, ""), code);
  return codes;
}

/** The first 258 are names that every font has, and no icon. @param {Buffer} post Format 2. */
function readGlyphNames(post) {
  const glyphs = post.readUInt16BE(32);
  /** @type {string[]} */
  const own = [];
  for (let at = 34 + glyphs * 2; at < post.length; at += 1 + (post[at] ?? 0))
    own.push(post.toString("latin1", at + 1, at + 1 + (post[at] ?? 0)));
  return Array.from({ length: glyphs }, (_, glyph) => own[post.readUInt16BE(34 + glyph * 2) - 258] ?? "");
}

/** Characters with their glyphs. @param {Buffer} cmap @returns {Generator<[number, number]>} */
function* readCharacters(cmap) {
  for (let table = 0; table < cmap.readUInt16BE(2); table++) {
    const at = cmap.readUInt32BE(8 + table * 8);
    if (cmap.readUInt16BE(at) !== 12) continue;
    for (let group = 0; group < cmap.readUInt32BE(at + 12); group++) {
      const start = at + 16 + group * 12;
      const first = cmap.readUInt32BE(start);
      for (let code = first; code <= cmap.readUInt32BE(start + 4); code++)
        yield [code, cmap.readUInt32BE(start + 8) + code - first];
    }
  }
}

/** The names that the catalogue has, so that nobody’s favourite disappears, and the shortest of the others. */
function selectNames(/** @type {Map<string, number>} */ codes) {
  const kept = new Set(
    [...readFileSync(cataloguePath, "utf8").matchAll(/[" ]([a-z0-9_]+) [0-9a-f]{4,5}\b/g)].map(([, name = ""]) => name),
  );
  const wordsOf = (/** @type {string} */ name) => name.split("_").length;
  const rank = (/** @type {string} */ name) => (kept.has(name) ? 0 : wordsOf(name) * 100 + name.length);
  const names = [...codes.keys()].filter((name) => /^[a-z0-9_]+$/.test(name));
  names.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return names.slice(0, count).toSorted();
}

const font = await convert(readFileSync(source), "sfnt");
const codes = readCodes(font);
const icons = selectNames(codes).map((name) => /** @type {const} */ ([name, codes.get(name) ?? 0]));
const list = icons.map(([name, code]) => `${name} ${code.toString(16)}`).join(" ");
writeFileSync(
  cataloguePath,
  `// Written by tools/icons.mjs: names and code points.\nexport const catalogue =\n  "${list}";\n`,
);
const characters = String.fromCodePoint(...icons.map(([, code]) => code));
for (const targetFormat of /** @type {const} */ (["woff2", "woff"])) {
  const options = { targetFormat, variationAxes: look, noLayoutClosure: true };
  writeFileSync(`${fontPath}.${targetFormat}`, await subsetFont(font, characters, options));
}
console.log(`${icons.length} icons`);
