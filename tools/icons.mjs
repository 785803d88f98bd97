import { readFileSync, writeFileSync } from "node:fs";

// Writes the names and code points of the icon catalogue from the package's style sheet:
// `node tools/icons.mjs`. A test compares the file with the package.

export const cataloguePath = "demos/icons/rules/catalogue.ts";
const source = "node_modules/material-icons/css/_codepoints.scss";
/** The names that the filled font has; the style sheet has those of other styles, too. */
const names = JSON.parse(readFileSync("node_modules/material-icons/_data/versions.json", "utf8"));

/** `[name, code point]` in alphabetical order. */
export function readIcons() {
  const lines = readFileSync(source, "utf8").matchAll(/^\s+"?([a-z0-9_]+)"?: ([0-9a-f]{4,6}),?$/gm);
  return [...lines]
    .filter(([, name = ""]) => name in names)
    .map(([, name = "", code = ""]) => /** @type {const} */ ([name, Number.parseInt(code, 16)]))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** One line of names with their code points. */
export function catalogueText() {
  const icons = readIcons().map(([name, code]) => `${name} ${code.toString(16)}`);
  return `// Written by tools/icons.mjs: names and code points.\nexport const catalogue =\n  "${icons.join(" ")}";\n`;
}

if (process.argv[1]?.endsWith("icons.mjs")) writeFileSync(cataloguePath, catalogueText());
