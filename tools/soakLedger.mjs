import { ensureReady } from "./bootstrap.mjs";
import { run } from "./run.mjs";

// `npm run soak:ledger`: 20,000 random schedules against the model, or as many as the argument says.
await ensureReady();
const [schedules = "20000"] = process.argv.slice(2);
const { code } = await run(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "database",
    "features/loyalty/ledger/api/service/simulation.test.ts",
  ],
  { env: { ...process.env, LEDGER_SCHEDULES: schedules } },
);
process.exitCode = code;
