import { ensureReady } from "./bootstrap.mjs";
import { runPackage } from "./run.mjs";

// `npm run soak:ledger [-- 2000 [3]]`: 20,000 random schedules against the model, or as many as the first argument says; the
// second is the part of them that comes first, so that an interrupted soak can be continued. Each part has a database of
// its own, because every proof reads the whole ledger, and two run at once.
await ensureReady();
const [schedules = "20000", firstPart = "0"] = process.argv.slice(2);
const each = 250;
const parts = Math.ceil(Number(schedules) / each);
let next = Number(firstPart);
let failed = 0;

async function work() {
  while (next < parts && failed === 0) {
    const part = next++;
    const count = Math.min(each, Number(schedules) - part * each);
    const { code, output } = await runPackage(
      "vitest/vitest.mjs",
      ["run", "--project", "database", "features/loyalty/ledger/api/service/simulation.test.ts"],
      {
        env: { ...process.env, LEDGER_SCHEDULES: String(count), LEDGER_SKIPPED: String(part * each) },
        quiet: true,
      },
    );
    if (code !== 0) {
      failed++;
      console.log(output);
    }
    console.log(`part ${part} of ${parts}: ${code === 0 ? `${count} schedules passed` : "FAILED"}`);
  }
}
await Promise.all([work(), work()]);
process.exitCode = failed > 0 ? 1 : 0;
