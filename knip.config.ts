import type { KnipConfig } from "knip";

const config: KnipConfig = {
  entry: [
    "hosts/node/main.ts",
    "hosts/node/verifyAudit.ts",
    "hosts/node/verifyLedger.ts",
    "hosts/browser/page.tsx",
    "hosts/browser/worker.ts",
    // Built by tools/serviceWorker.mjs.
    "hosts/browser/{serviceWorker,operationPaths}.ts",
    // Built by tools/till.mjs.
    "hosts/browser/till/{main.ts,serviceWorker.ts,till.css}",
    // Asked for by hosts/browser/index.html, before any script is there.
    "web/splash.css",
    "{api,web}/testing/{globalSetup,setup}.ts",
    "benches/*.bench.ts",
    "**/*.test.{ts,tsx}",
    "tools/{start,dev,build,tillClient,check,test,bench,size,verifyAudit,verifyLedger,soakLedger,mutateMoney}.mjs",
  ],
  project: [
    "{api,base,benches,clients,database,demos,e2e,features,hosts,tools,web}/**/*.{ts,tsx,mjs,css}",
    "*.config.ts",
  ],
  playwright: { config: "e2e/playwright.config.ts", entry: "e2e/*.spec.ts" },
  // Exported for a docstring's sake or a test's, and used where it is.
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    // Asked for by its path, for its files (hosts/node/main.ts).
    "swagger-ui-dist",
    // One for each platform, found by its name (hosts/node/postgresBinaries.ts).
    // Run by its path (tools/check.mjs), with its other half for rules that know types.
    "oxlint",
    "oxlint-tsgolint",
  ],
  compilers: {
    // A style sheet imports packages as well: fonts, Mantine's own.
    css: (text: string) =>
      [...text.matchAll(/(?:@import\s+(?:url\()?|url\()(["'](?!data:|https?:)[^"']+["'])/g)]
        .map(([, specifier]) => `import ${specifier};`)
        .join("\n"),
  },
};

export default config;
