import { existsSync, readdirSync, readFileSync } from "node:fs";
import { run } from "./run.mjs";

/**
 * The tests to run when only some files changed.
 *
 * @typedef {{
 *   base: string,
 *   byImport: readonly string[],
 *   whole: readonly string[],
 *   named: readonly string[],
 *   specs: readonly string[],
 *   leftOut: string,
 * }} ChangedTests `byImport` are kinds of tests of which Vitest finds those that import what changed since `base`,
 *   `whole` kinds of which all run, `named` files and folders of further tests, `specs` the journeys.
 */

/**
 * Chooses the tests that a change can break. Vitest follows imports. In addition this considers SQL, files that a test
 * reads, hosts that a test starts as a whole, and that the checks in `tools/` read every file.
 *
 * @param {readonly string[]} changed Paths, also of files that are gone.
 * @param {{
 *   base: string,
 *   kinds: readonly string[],
 *   tests: readonly { path: string, text: string }[],
 *   specs: readonly { path: string, text: string }[],
 * }} known
 * @returns {ChangedTests}
 */
export function chooseTests(changed, { base, kinds, tests, specs }) {
  const whole = kinds.filter((kind) => changed.some((path) => wholeKinds[kind]?.test(path)));
  const read = changed.filter((path) => !/\.(?:tsx?|mjs|css|sql)$/.test(path));
  const named = tests.filter(({ path, text }) => !path.startsWith("tools/") && names(text, read));
  const journeys = specs.filter(
    ({ path, text }) =>
      changed.includes(path) ||
      names(
        text,
        changed.filter((each) => each.startsWith("e2e/")),
      ),
  );
  const leftOut = [
    "types, lint and format (npm run check)",
    "PGlite",
    "what was built",
    ...(kinds.includes("node") && !whole.includes("node") ? ["hosts that are started as a whole"] : []),
    `${specs.length - journeys.length} of ${specs.length} journeys`,
  ];
  return {
    base,
    byImport: kinds.filter((kind) => !whole.includes(kind)),
    whole,
    named: ["tools/", ...named.map(({ path }) => path)],
    specs: journeys.map(({ path }) => path.replace(/^e2e\//, "")),
    leftOut: `Left out: ${leftOut.join("; ")}. npm test runs them.`,
  };
}

/** Files that affect all tests of a kind, beyond imports. @type {Readonly<Record<string, RegExp>>} */
const wholeKinds = { database: /\.sql$/, node: /\.sql$|^(?:api|database|hosts\/node)\// };

/**
 * Whether a text names one of these files, as an import or a path does.
 *
 * @param {string} text
 * @param {readonly string[]} paths
 */
const names = (text, paths) => paths.some((path) => text.includes(`/${path.slice(path.lastIndexOf("/") + 1)}"`));

/**
 * What changed since this branch left `main`, committed or not; on `main` itself, what is not committed.
 *
 * @returns {Promise<{ base: string, changed: string[] }>}
 */
export async function readChanges() {
  const bases = await Promise.all(["main", "origin/main"].map((branch) => git(["merge-base", "HEAD", branch])));
  const base = bases.find((each) => each !== null)?.trim();
  if (base === undefined) throw new Error("--changed needs git, and the branch main to compare with");
  const [tracked, added] = await Promise.all([
    git(["diff", "--name-only", "--no-renames", base]),
    git(["ls-files", "--others", "--exclude-standard"]),
  ]);
  return { base, changed: `${tracked ?? ""}\n${added ?? ""}`.split("\n").filter((path) => path !== "") };
}

/** All tests and journeys, with their text. */
export function readTests() {
  const folders = ["api", "base", "database", "demos", "features", "hosts", "web"].filter((each) => existsSync(each));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
  );
  const specs = existsSync("e2e") ? readdirSync("e2e").map((name) => `e2e/${name}`) : [];
  const withText = (/** @type {string} */ path) => ({ path, text: readFileSync(path, "utf8") });
  return {
    tests: sources.filter((path) => /(?<!\.built)\.test\.tsx?$/.test(path)).map(withText),
    specs: specs.filter((path) => path.endsWith(".spec.ts")).map(withText),
  };
}

/** The output of git; null if it fails. @param {readonly string[]} args */
async function git(args) {
  const { code, output } = await run("git", args, { quiet: true });
  return code === 0 ? output : null;
}
