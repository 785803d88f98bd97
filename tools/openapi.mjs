import { existsSync } from "node:fs";
import { documentOf } from "./openapiDocument.mjs";

// Prints the differences between the OpenAPI documents of two checkouts, ignoring the order of keys: `npm run
// compare:openapi -- ../before`. Exits with 1 if there are any.
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
 * The parts of a value by name. The order of names and of parameters does not matter.
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
