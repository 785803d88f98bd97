import { defineConfig } from "@playwright/test";

/** What Debian's Chromium needs to run as root and without a screen, and to ask nobody for updates. */
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
 * The same journeys against both hosts. The project's name says which: `node` or `browser`. Each worker starts the
 * host that it needs (e2e/fixtures.ts), so nothing must run beforehand and no two workers share a database.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results/e2e",
  workers: 2,
  retries: 0,
  // The in-browser host makes its database at the first visit, which takes its time on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "../test-results/e2e.json" }]],
  use: {
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: chromiumArgs },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
  projects: [{ name: "node" }, { name: "browser" }],
});
