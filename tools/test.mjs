import { ensureReady } from "./bootstrap.mjs";

/**
 * All of Mizan's tests in one command: `npm test`. It installs what it needs, and ends with one line, `N passed, N
 * failed`. `npm test -- brands` runs only tests with this word in the path of their file, and no checks; `npm test --
 * --changed` runs those that the changes since `main` can break; `npm test -- --all` runs every test on both databases
 * and every journey in both hosts.
 */
await ensureReady();
const { runStages } = await import("./ci.mjs");

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
