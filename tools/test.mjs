import { ensureReady } from "./ensure.mjs";

/**
 * The whole proof of Mizan, in one command: `npm test`. It fetches what it needs, and ends with one line, `N passed, N failed`.
 * `npm test -- brands` runs only the tests whose file has this word in its path, and no checks; `npm test -- --changed` those
 * that can break by what changed since `main`; `npm test -- --all` every test on both databases and every journey in both hosts.
 */
await ensureReady();
const { runStages } = await import("./stages.mjs");

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupted.abort());

let total = { passed: 0, failed: 1 };
try {
  total = await runStages(process.argv.slice(2), interrupted.signal);
} catch (error) {
  console.error(error);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
