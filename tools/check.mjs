import { ensureReady } from "./bootstrap.mjs";
import { runPackage } from "./run.mjs";

/** The checks that read the sources without running them, fast ones first. */
const checks = [
  { name: "format", fix: "npm run format", script: "@biomejs/biome/bin/biome", args: ["format", "."] },
  { name: "types", script: "typescript/bin/tsc", args: ["-b"] },
  { name: "lint", script: "oxlint/bin/oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "dead code", script: "knip/bin/knip.js", args: ["--no-progress"] },
];

/**
 * Runs every check, also after one has failed, and prints a line for each.
 *
 * @returns {Promise<{ passed: number, failed: number, names: string[] }>}
 */
export async function runChecks() {
  const failed = [];
  for (const { name, fix, script, args } of checks) {
    const start = performance.now();
    const { code, output } = await runPackage(script, args, { quiet: true });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${code === 0 ? "✓" : "✗"} ${name.padEnd(10)} ${seconds} s${code !== 0 && fix ? `   fix with: ${fix}` : ""}`,
    );
    if (code === 0) continue;
    failed.push(name);
    console.log(output.trim());
  }
  return { passed: checks.length - failed.length, failed: failed.length, names: failed };
}

if (import.meta.filename === process.argv[1]) {
  await ensureReady();
  const { failed } = await runChecks();
  // The repository's own rules are tests, so that each can have its own test; they read the sources like the checks.
  const { code } = await runPackage("vitest/vitest.mjs", ["run", "--project", "unit", "--reporter", "dot", "tools/"]);
  process.exitCode = failed > 0 || code !== 0 ? 1 : 0;
}
