import { existsSync, writeFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/reporters";
import { version } from "#tools/version.mjs";

/** The folders of all areas, and of their sub-slices. */
const slices = "{features/*,demos}/{*,*/!(api|web|contract|rules)}";
/** Tests of the output of a build run after it, and in no other project. */
const built = "**/*.built.test.ts";

/** Writes the errors outside of tests, which the JSON report leaves out, to a file beside it. */
const looseErrors = (file: string): Reporter => ({
  onTestRunEnd: (_modules, errors) => {
    // The first lines of a stack are enough here; the whole stack is in the output.
    const texts = errors.map(({ message, stack = "" }) => [message, ...stack.split("\n").slice(1, 4)].join("\n      "));
    if (texts.length > 0) writeFileSync(file, JSON.stringify(texts));
  },
});
/** The path of the report that `npm test` requests (tools/ci.mjs). */
const report = process.env["TEST_REPORT"];
const ifThere = (path: string) => (existsSync(path) ? [path] : []);

/**
 * Five kinds of test, so that each gets what it needs and no more.
 *
 * `unit` and `web` need nothing; `database` needs a PostgreSQL, which its global setup starts once per run
 * (or PGlite with TEST_DATABASE=pglite); `node` starts and kills whole hosts; `built` reads the output of a build.
 */
export default defineConfig({
  define: { __BROWSER_HOST__: "false", __VERSION__: JSON.stringify(version) },
  test: {
    pool: "forks",
    // One more than the two cores, since one of them mostly waits for a statement or for a host to start.
    maxWorkers: 3,
    ...(report ? { reporters: ["default", ["json", { outputFile: report }], looseErrors(`${report}.errors`)] } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // As for `database` below.
          isolate: false,
          // Reading the whole repository takes a second, and ten on a busy machine.
          testTimeout: 60_000,
          exclude: [built],
          include: ["{base,tools}/**/*.test.ts", `${slices}/{,rules/}*.test.ts`, "hosts/browser/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          // React and the screens are loaded once per worker; each file has its own document.
          isolate: false,
          testTimeout: 30_000,
          environment: "happy-dom",
          include: ["web/**/*.test.{ts,tsx}", `${slices}/web/**/*.test.{ts,tsx}`],
          setupFiles: ifThere("web/testing/setup.ts"),
          css: { modules: { classNameStrategy: "non-scoped" } },
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          // A worker loads the app and compiles PostgreSQL once, not once per file: this saves half of the processor
          // time. No module has state of a single test; each file has its own database.
          isolate: false,
          include: ["{api,clients,database}/**/*.test.ts", `${slices}/api/**/*.test.ts`],
          globalSetup: ifThere("api/testing/globalSetup.ts"),
          // A template clone, the warm-up of its pool, and for the laws of all areas the whole sample organisation.
          hookTimeout: 240_000,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "node",
          include: ["hosts/node/**/*.test.ts"],
          globalSetup: ifThere("api/testing/globalSetup.ts"),
          // Each test starts a database cluster and a host of its own, several times, one after the other.
          hookTimeout: 180_000,
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: [built],
          hookTimeout: 180_000,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
