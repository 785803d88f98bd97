import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { chooseTests, readChanges, readTests } from "./changed.mjs";
import { runChecks } from "./check.mjs";
import { findChromium } from "./chromium.mjs";
import { temporaryFolder } from "./memory.mjs";
import { run, runPackage } from "./run.mjs";

/**
 * The counts of a stage of the test run. A stage that could not run counts as one failure, never as nothing. `names`
 * are those of the failed tests, as far as the stage knows them.
 *
 * @typedef {{ passed: number, failed: number, names?: readonly string[] }} Count
 */

/**
 * A stage, and the folder without which it has nothing to do.
 *
 * @typedef {{ name: string, folder: string, run: () => Promise<Count> }} Stage
 */

/** The kinds of tests (vitest.config.ts) that run from the sources, not from a build. */
const sources = ["unit", "web", "database", "node"];

/** @type {Stage[]} */
const builds = [
  { name: "build of the Node host", folder: "hosts/node", run: () => build("node") },
  { name: "build of the browser host", folder: "hosts/browser", run: () => build("browser") },
];

/**
 * The rules of a feature behave the same on both databases, so the tests below `api/service` and of sub-slices run on
 * PostgreSQL only, and so do the long ones that call the same statements with many values, rows or callers. Tests of
 * `api`, of migrations, and those directly in a feature's `api`, which together run every operation, run on both. With
 * `--all`, everything does.
 */
const onPostgresAlone = [
  "{features/*,demos}/*/api/service/**",
  "{features/*,demos}/*/!(api|web)/api/**",
  "api/{everyEvent,everyField,everyImport,everyRead,everyRow,everyScope,everyValue,erasure,rateLimit}.test.ts",
];

/**
 * @param {{ all: boolean }} options With `all`, every test on both databases and every journey in both hosts.
 * @returns {Stage[]}
 */
const wholeRun = ({ all }) => [
  { name: "checks", folder: "tools", run: runChecks },
  ...builds,
  // Tests that start and kill hosts mostly wait, so in parallel with the others they cost nothing.
  {
    name: "tests on PostgreSQL, and of what was built",
    folder: "tools",
    run: () => vitest("postgres", [...sources, "built"]),
  },
  {
    name: "tests on PGlite",
    folder: "database",
    run: () => vitest("pglite", ["database"], [], all ? [] : onPostgresAlone.flatMap((glob) => ["--exclude", glob])),
  },
  { name: "journeys on both hosts", folder: "e2e", run: () => playwright([], { all }) },
];

/**
 * Runs every stage, also after one has failed, and adds up their counts.
 *
 * @param {readonly string[]} args Only tests with one of these in the path of their file, or with `--changed` those
 *   that a change can break; none means all tests and the checks, and `--all` every test on both databases and in both
 *   hosts.
 * @param {AbortSignal} interrupted Ends the run after the current stage; the rest counts as one failure.
 * @returns {Promise<Count>}
 */
export async function runStages(args, interrupted) {
  const { stages, note = "" } = await stagesOf(args);
  const total = { passed: 0, failed: 0 };
  const failures = [];
  for (const stage of stages) {
    if (interrupted.aborted) {
      console.log("Interrupted: the rest has not run.");
      return { ...total, failed: total.failed + 1 };
    }
    console.log(`\n── ${stage.name} ──`);
    const { passed, failed, names = [] } = await runStage(stage);
    total.passed += passed;
    total.failed += failed;
    // Repeated at the end: the stage's own output of it may be thousands of lines above.
    if (failed > 0) failures.push(`✗ ${stage.name}: ${failed}`, ...names.map((name) => `    ${name}`));
  }
  console.log(["", ...failures, ...(note === "" ? [] : [note])].join("\n"));
  return total;
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<{ stages: Stage[], note?: string }>} The note says what these stages leave out.
 */
async function stagesOf(args) {
  if (args.length === 0) return { stages: wholeRun({ all: false }) };
  const option = args.find((arg) => arg === "--all" || arg === "--changed");
  if (option === undefined) return { stages: stagesFor(args) };
  if (args.length > 1) throw new Error(`${option} chooses the tests itself: leave out the other words`);
  if (option === "--all") return { stages: wholeRun({ all: true }) };
  const { base, changed } = await readChanges();
  console.log(`${changed.length} files changed since ${base.slice(0, 7)}.`);
  const chosen = chooseTests(changed, { base, kinds: sources, ...readTests() });
  return { stages: stagesOfChange(chosen), note: chosen.leftOut };
}

/**
 * @param {import("./changed.mjs").ChangedTests} chosen
 * @returns {Stage[]}
 */
function stagesOfChange({ base, byImport, whole, named, specs }) {
  const imports = ["--changed", base, "--exclude", "tools/**"];
  return [
    {
      name: "tests that import what changed",
      folder: "tools",
      run: () => vitest("changed", byImport, [], imports),
    },
    ...(whole.length > 0
      ? [{ name: `all tests of ${whole.join(" and ")}`, folder: "tools", run: () => vitest("whole", whole) }]
      : []),
    {
      name: "checks of the sources, and tests that read what changed",
      folder: "tools",
      run: () => vitest("named", sources, named),
    },
    ...journeys(specs),
  ];
}

/**
 * @param {readonly string[]} patterns
 * @returns {Stage[]}
 */
function stagesFor(patterns) {
  const matches = (/** @type {string} */ path) => patterns.some((pattern) => path.includes(pattern));
  const specs = existsSync("e2e")
    ? readdirSync("e2e").filter((name) => name.endsWith(".spec.ts") && matches(`e2e/${name}`))
    : [];
  const fewTests = () => vitest("postgres", sources, patterns);
  return [{ name: "tests on PostgreSQL", folder: "tools", run: fewTests }, ...journeys(specs)];
}

/**
 * @param {readonly string[]} specs
 * @returns {Stage[]}
 */
const journeys = (specs) =>
  specs.length > 0 ? [...builds, { name: "journeys on both hosts", folder: "e2e", run: () => playwright(specs) }] : [];

/** @param {Stage} stage */
async function runStage({ name, folder, run: runIt }) {
  if (!existsSync(folder)) {
    console.log(`There is no folder ${folder} yet, so there is nothing to run.`);
    return { passed: 0, failed: 0 };
  }
  const start = performance.now();
  const count = await runIt().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
  return count;
}

/**
 * @param {"node" | "browser"} host
 * @returns {Promise<Count>}
 */
async function build(host) {
  const { code } = await run(process.execPath, ["tools/build.mjs", host]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {"postgres" | "pglite" | "changed" | "whole" | "named"} name Of the run, with its database where that matters.
 * @param {readonly string[]} projects
 * @param {readonly string[]} [patterns]
 * @param {readonly string[]} [options] Vitest's own, which may select no tests at all, like patterns.
 */
async function vitest(name, projects, patterns = [], options = []) {
  const report = reportFor(name);
  const errors = reportFor(name, ".errors");
  const database = name === "pglite" ? { TEST_DATABASE: "pglite" } : {};
  const env = { ...process.env, ...temporaryFolder(), ...database };
  const args = ["run", ...projects.flatMap((project) => ["--project", project]), ...options, ...patterns];
  const narrowed = patterns.length > 0 || options.length > 0;
  const { code } = await runPackage("vitest/vitest.mjs", [...args, ...(narrowed ? ["--passWithNoTests"] : [])], {
    env: { ...env, TEST_REPORT: report },
  });
  return countVitest(readReport(report), code, { mayBeEmpty: narrowed, looseErrors: readReport(errors) ?? [] });
}

/**
 * @param {readonly string[]} [specs]
 * @param {{ all: boolean }} [options]
 */
async function playwright(specs = [], { all } = { all: false }) {
  const report = reportFor("e2e");
  const { path, env } = await findChromium();
  const settings = { ...temporaryFolder(), CHROMIUM: path, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) };
  const options = { env: { ...process.env, ...env, ...settings, ...(all ? { E2E_ALL: "1" } : {}) } };
  const { code } = await runPackage(
    "@playwright/test/cli.js",
    ["test", "--config", "e2e", "--output", "test-results/e2e", "--forbid-only", ...specs],
    options,
  );
  return countPlaywright(readReport(report), code);
}

/**
 * @typedef {{ status: string, fullName: string }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string }[] }} PlaywrightSpec
 * @typedef {{ specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: PlaywrightSuite[] }} PlaywrightReport
 */

/** @type {Count} */
const noReport = { passed: 0, failed: 1, names: ["the run left no report"] };

/**
 * Counts the tests of a Vitest run. A file that could not be loaded has no tests, and counts as one failure.
 *
 * @param {VitestReport | null} report
 * @param {number} code The run's exit code: an error outside every test shows only here.
 * @param {{ mayBeEmpty?: boolean, looseErrors?: readonly string[] }} [options] The errors outside every test.
 * @returns {Count}
 */
export function countVitest(report, code, { mayBeEmpty = false, looseErrors = [] } = {}) {
  if (report === null) return noReport;
  const { numPassedTests, numFailedTests, testResults } = report;
  const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const names = [
    ...testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName }) => `${relative(process.cwd(), file.name)} › ${fullName}`),
    ),
    ...unloaded.map(({ name }) => `${relative(process.cwd(), name)} could not be loaded`),
  ];
  const count = { passed: numPassedTests, failed: numFailedTests + unloaded.length, names };
  return mayBeEmpty && testResults.length === 0 && code === 0 ? count : countOf(count, code, looseErrors);
}

/**
 * Counts the journeys of a Playwright run. One that passed only at a second attempt counts as a failure.
 *
 * @param {PlaywrightReport | null} report
 * @param {number} code
 * @returns {Count}
 */
export function countPlaywright(report, code) {
  if (report === null) return noReport;
  const { expected, unexpected, flaky } = report.stats;
  return countOf({ passed: expected, failed: unexpected + flaky, names: report.suites.flatMap(failedIn) }, code);
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failedIn({ specs, suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(
        ({ projectName, status }) =>
          `[${projectName}] ${file} › ${title}${status === "flaky" ? " (passed at a second attempt)" : ""}`,
      ),
  );
  return [...own, ...suites.flatMap(failedIn)];
}

/**
 * A run without failures that ended with an error, or that ran nothing at all, counts as one failure.
 *
 * @param {Count} count
 * @param {number} code
 * @param {readonly string[]} [looseErrors]
 * @returns {Count}
 */
function countOf({ passed, failed, names = [] }, code, looseErrors = []) {
  const hasRun = code === 0 && passed > 0;
  const outside = looseErrors.map((error) => `outside every test: ${error}`);
  if (failed > 0 || hasRun) return { passed, failed, names: [...names, ...outside] };
  const unknown = "an error outside every test, or nothing that ran at all";
  return { passed, failed: 1, names: outside.length > 0 ? outside : [unknown] };
}

/**
 * The path for a run's report. Deletes the one of an earlier run.
 *
 * @param {string} name
 * @param {string} [suffix]
 */
function reportFor(name, suffix = "") {
  const report = `test-results/${name}.json${suffix}`;
  rmSync(report, { force: true });
  return report;
}

/** @param {string} report */
const readReport = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null);
