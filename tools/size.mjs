import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isCounted, measureSize } from "./sourceSize.mjs";

/**
 * Prints the size of the product's areas: `node tools/size.mjs`, or `node tools/size.mjs brands todo` for some of them.
 * Counts all lines, including comments and empty ones.
 */
const names = process.argv.slice(2);
const files = ["api", "base", "demos", "features", "web"]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
  .map((path) => path.replaceAll("\\", "/"))
  .filter(isCounted)
  .toSorted()
  .map((path) => ({ path, lines: readFileSync(path, "utf8").trimEnd().split("\n") }));

const { unknown, areas, folders, total, medianLines, largest, kernel, repeated } = measureSize(files, names);
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.map((name) => `“${name}”`).join(", ")}.`);
  process.exit(2);
}
const titles = ["", "files", "lines", "server", "shared", "screens", "of it import"];
const rows = areas.map(({ area, ...size }) => [
  area,
  size.files,
  size.lines,
  size.server,
  size.shared,
  size.screens,
  size.imports,
]);
const sums = [
  ...folders.filter((folder) => folder.files > 0).map((each) => [`${each.folder}/`, each.files, each.lines]),
  ["in sum", total.files, total.lines],
];
const nameWidth = Math.max(...[...rows, ...sums].map(([name]) => String(name).length));
for (const row of [titles, ...rows, ...sums]) {
  const [name, ...figures] = row.map(String);
  console.log(name?.padEnd(nameWidth), ...figures.map((figure) => figure.padStart(12)));
}
console.log(`
median file            ${medianLines} lines
largest file           ${largest ? `${largest.lines} lines, ${largest.path}` : "none"}
kernel of records      ${kernel.files === 0 ? "none yet" : `${kernel.lines} lines in ${kernel.files} files`}
repeated runs          ${repeated.runs} of six lines or more, ${repeated.lines} lines in all`);
