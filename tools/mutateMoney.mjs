import { readFileSync, writeFileSync } from "node:fs";
import { ensureReady } from "./bootstrap.mjs";
import { run } from "./run.mjs";

// `npm run mutate:money [-- most [1/2 [adjustments.ts:130]]]`: removes or flips one condition after the other in the SQL
// and the TypeScript that move money, or those of one line, runs their tests, and names the mutants that no test noticed.
// Takes a while, so it is not part of CI. Changes the files while it runs, and puts them back; two copies of the repository
// can take a half each.

const sources = [
  {
    path: "database/migrations/0052_ledger.sql",
    // From the first function to the tables of adjustments.
    from: "---- accounts",
    to: "---- adjustments",
    mutate: sqlMutants,
  },
  { path: "features/loyalty/ledger/api/service/postings.ts", mutate: scriptMutants },
  { path: "features/loyalty/ledger/api/service/adjustments.ts", mutate: scriptMutants },
];
const tests = ["statements", "holds", "laws", "simulation"].map(
  (name) => `features/loyalty/ledger/api/service/${name}.test.ts`,
);
const command = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project",
  "database",
  "--bail",
  "1",
  "--reporter",
  "dot",
  "features/loyalty/ledger/api/service.test.ts",
  ...tests,
];

/**
 * The line with one condition less, or with an operator flipped.
 *
 * @param {string} line
 */
function sqlMutants(line) {
  if (/^\s*--/.test(line) || !/\b(?:where|and|if|set|case|when|order by)\b|[<>+-]|=/.test(line)) return [];
  const mutants = [];
  const condition = /^(\s+(?:where|and|if) )(.+?)( then.*|;)?$/.exec(line);
  if (condition !== null) {
    const [, start = "", tested = "", end = ""] = condition;
    if (parenthesesMatch(tested)) mutants.push(`${start}${start.includes("if") ? "false" : "true"}${end}`);
    const parts = tested.split(" and ");
    for (let left = 0; parts.length > 1 && left < parts.length; left++) {
      const rest = parts.filter((_, place) => place !== left).join(" and ");
      // An id is in one bucket only, as a constraint of its table says: without the bucket a statement finds the same row.
      if (/\bbucket = /.test(parts[left] ?? "") && /\bid = /.test(rest)) continue;
      // Nor are two kinds of owners called by one id, or have accounts for the same purpose.
      if (/\b(?:owner_kind|purpose) = /.test(parts[left] ?? "") && /\bowner_id = /.test(rest)) continue;
      if (parenthesesMatch(rest)) mutants.push(`${start}${rest}${end}`);
    }
  }
  for (const [operator = "", flipped = ""] of flips)
    if (line.includes(operator)) mutants.push(line.replace(operator, flipped));
  return mutants;
}

const flips = /** @type {const} */ ([
  [" >= ", " > "],
  [" <= ", " < "],
  [" < ", " <= "],
  [" > ", " >= "],
  [" <> ", " = "],
  [" + ", " - "],
  [" desc", ""],
]);

/**
 * `if` conditions turned around, and comparisons flipped.
 *
 * @param {string} line
 */
function scriptMutants(line) {
  if (/^\s*(?:\*|\/\/|import)/.test(line)) return [];
  const mutants = [];
  const condition = /^(\s*if \()(.+)(\) (?:throw|return|await|continue|\{).*)$/.exec(line);
  if (condition !== null) mutants.push(`${condition[1]}!(${condition[2]})${condition[3]}`);
  for (const [operator = "", flipped = ""] of [
    [" === ", " !== "],
    [" !== ", " === "],
    [" && ", " || "],
    [" || ", " && "],
  ])
    if (line.includes(operator)) mutants.push(line.replace(operator, flipped));
  return mutants;
}

/** @param {string} text */
const parenthesesMatch = (text) => text.split("(").length === text.split(")").length;

await ensureReady();
const mutants = sources.flatMap(({ path, from, to, mutate }) => {
  const lines = readFileSync(path, "utf8").split("\n");
  const first = from === undefined ? 0 : lines.findIndex((line) => line.includes(from));
  const last = to === undefined ? lines.length : lines.findIndex((line) => line.includes(to));
  return lines.flatMap((line, place) =>
    place < first || place >= last ? [] : [...new Set(mutate(line))].map((mutant) => ({ path, place, line, mutant })),
  );
});
const [most = mutants.length, share = "1/1", only = ""] = process.argv.slice(2);
const [part = 1, parts = 1] = share.split("/").map(Number);
const chosen = mutants
  .filter(({ path, place }) => `${path}:${place + 1}`.endsWith(only))
  .filter((_, place) => place % Math.max(1, Math.round(mutants.length / Number(most))) === 0)
  .filter((_, place) => place % parts === part - 1);
const survivors = [];
for (const [count, { path, place, line, mutant }] of chosen.entries()) {
  const text = readFileSync(path, "utf8");
  const restore = () => writeFileSync(path, text);
  process.once("exit", restore);
  let code;
  try {
    writeFileSync(path, text.split("\n").with(place, mutant).join("\n"));
    ({ code } = await run(process.execPath, command, { quiet: true }));
  } finally {
    restore();
    process.removeListener("exit", restore);
  }
  if (code === 0) survivors.push(`${path}:${place + 1}\n  ${line.trim()}\n  ${mutant.trim()}`);
  console.log(
    `${count + 1} of ${chosen.length}: ${code === 0 ? "SURVIVED" : "killed"} ${path}:${place + 1} ${mutant.trim()}`,
  );
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants killed, of ${mutants.length} there are.`);
for (const survivor of survivors) console.log(survivor);
process.exitCode = survivors.length > chosen.length / 10 ? 1 : 0;
