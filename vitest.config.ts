import { existsSync, writeFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/reporters";
import { version } from "#tools/version.mjs";

/** The folders of all areas, and of their sub-slices. */
const slices = "{features/*,demos}/{*,*/!(api|web|contract|rules)}";
/** Tests of what a build has made run after it, and by no other project. */
const built = "**/*.built.test.ts";

/** Writes the errors that belong to no test, which the JSON report leaves out, beside it. */
const looseErrors = (file: string): Reporter => ({
  onTestRunEnd: (_modules, errors) => {
    // The first lines of a stack say where; all of it is in the output.
    const texts = errors.map(({ message, stack = "" }) => [message, ...stack.split("\n").slice(1, 4)].join("\n      "));
    if (texts.length > 0) writeFileSync(file, JSON.stringify(texts));
  },
});
/** Where `npm test` wants a report (tools/ci.mjs). */
const report = process.env["TEST_REPORT"];
const ifThere = (path: string) => (existsSync(path) ? [path] : []);

/**
 * Five kinds of test, so that each gets what it needs and no more.
 *
 * `unit` and `web` need nothing; `database` a PostgreSQL, which its global setup starts once a run
 * (or PGlite with TEST_DATABASE=pglite); `node` starts and kills whole hosts; `built` reads what a build has made.
 */
export default defineConfig({
  define: { __BROWSER_HOST__: "false", __VERSION__: JSON.stringify(version) },
  test: {
    pool: "forks",
    // One more than two cores can do, since one waits mostly: for a statement, or for a host that starts.
    maxWorkers: 3,
    ...(report ? { reporters: ["default", ["json", { outputFile: report }], looseErrors(`${report}.errors`)] } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Reading the whole house takes a second, and ten on a machine that does something else besides.
          testTimeout: 60_000,
          exclude: [built],
          include: ["{base,tools}/**/*.test.ts", `${slices}/*.test.ts`, "hosts/browser/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "web",
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
          // A worker reads the house and compiles PostgreSQL once, not once a file: half of the processor time. Nothing
          // in a module is a test's own; each file has its database.
          isolate: false,
          include: ["{api,database}/**/*.test.ts", `${slices}/api/**/*.test.ts`],
          globalSetup: ifThere("api/testing/globalSetup.ts"),
          // A template clone and the warming of its pool come before the first test of a file.
          hookTimeout: 60_000,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "node",
          include: ["hosts/node/**/*.test.ts"],
          globalSetup: ifThere("api/testing/globalSetup.ts"),
          // Each starts a database cluster and a host of its own, several times, and one after the other.
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
