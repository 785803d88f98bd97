import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { nodeBundle } from "./bundle.mjs";

// Prints the differences between the OpenAPI documents of two checkouts, whatever the order of keys:
// `npm run compare:openapi -- ../before`. Ends with 1 where there is one.
const [before, after = "."] = process.argv.slice(2);
if (before === undefined || !existsSync(before)) {
  console.error("Usage: npm run compare:openapi -- <checkout before> [checkout after]");
  process.exit(2);
}

const [old, now] = [await documentOf(before), await documentOf(after)];
const differences = [...differencesBetween(old, now)];
for (const difference of differences) console.log(difference);
const count = (/** @type {{ paths: object }} */ { paths }) => Object.keys(paths).length;
console.log(`${count(old)} paths before, ${count(now)} after, ${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;

/**
 * The document of all operations of a checkout, as its own code writes it.
 *
 * @param {string} checkout
 */
async function documentOf(checkout) {
  const root = resolve(checkout);
  const contents = `
    import { openApiDocument } from "#api/openapi.ts";
    import { features } from "#features/api.ts";
    import { demos } from "#demos/api.ts";
    const operations = [...features, ...demos].flatMap(({ routes }) => routes.map(({ operation }) => operation));
    export const text = JSON.stringify(openApiDocument(operations, { url: "https://mizan.test", version: "0" }));`;
  const folder = await mkdtemp(join(tmpdir(), "openapi-"));
  try {
    const { entryPoints: _, ...options } = nodeBundle(join(folder, "document.mjs"));
    const stdin = /** @type {const} */ ({ contents, resolveDir: root, sourcefile: "document.ts", loader: "ts" });
    await build({ ...options, stdin, absWorkingDir: root });
    const { text } = await import(pathToFileURL(join(folder, "stdin.mjs")).href);
    return JSON.parse(text);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {unknown} one
 * @param {unknown} other
 * @returns {Generator<string>}
 */
function* differencesBetween(one, other, path = "") {
  if (!isObject(one) || !isObject(other)) {
    if (one !== other) yield `${path}: ${textOf(one)} → ${textOf(other)}`;
    return;
  }
  const [left, right] = [byName(one), byName(other)];
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
    yield* differencesBetween(left[name], right[name], `${path}/${name}`);
}

/**
 * The parts of a value by name. A list of names, and one of parameters, means the same in any order.
 *
 * @param {Record<string, unknown> | unknown[]} value
 * @returns {Record<string, unknown>}
 */
function byName(value) {
  if (!Array.isArray(value)) return value;
  if (value.every((each) => typeof each === "string")) return { ...[...value].sort() };
  return value.every((each) => isObject(each) && "name" in each && "in" in each)
    ? Object.fromEntries(value.map((/** @type {any} */ each) => [`${each.in} ${each.name}`, each]))
    : { ...value };
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** @param {unknown} value */
function textOf(value) {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
