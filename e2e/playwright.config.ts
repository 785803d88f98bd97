import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// A run empties its folder first, so simultaneous runs need one each; its workers, which load this file again, need the
// same. `npm test` sets its own (tools/ci.mjs).
const outputDir = join(tmpdir(), `mizan-e2e-${(process.env["E2E_RUN"] ??= String(process.pid))}`);

/** Needed by Debian's Chromium to run as root, without a screen, and without a search for updates. */
const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

/**
 * Journeys in the Node host, and one per feature in the browser host too. The project's name says which: `node` or
 * `browser`. Each worker starts the host and the browser that it needs (e2e/fixtures.ts), so nothing must run
 * beforehand and no two workers share a database.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir,
  // As many as cores. With one more, calls on a slow machine ran into their time limits, in no less time overall.
  workers: 2,
  fullyParallel: true,
  // The second attempt is only for its trace: a journey that needs one counts as failed (tools/ci.mjs).
  retries: 1,
  // For a busy machine. On an idle one a journey takes two to five seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: join(outputDir, "report.json") }]],
  use: {
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: chromiumArgs },
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
  // `E2E_ALL=1` runs every journey in both hosts. In the browser host each page carries the whole server.
  projects: [
    { name: "node" },
    { name: "browser", workers: 1, ...(process.env["E2E_ALL"] === "1" ? {} : { grep: /@both/ }) },
  ],
});
