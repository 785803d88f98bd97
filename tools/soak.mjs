import { ensureReady } from "./bootstrap.mjs";
import { runPackage } from "./run.mjs";

/**
 * The proofs of `npm test` that are bounded there, at full length: `npm run soak:redeem`. A variable that is set already
 * is used as it is, such as MODEL_SEED to replay a run.
 */
await ensureReady();
/** @type {Record<string, { files: string[], environment: Record<string, string> }>} */
const soaks = {
  redeem: {
    files: [
      "features/loyalty/promocodes/api/service/races.test.ts",
      "features/loyalty/promocodes/api/service/model.test.ts",
      "hosts/node/redemptionRaces.test.ts",
    ],
    environment: { REDEEM_ATTEMPTS: "4000", MODEL_STEPS: "10000", MODEL_SEED: String(Date.now() % 1_000_000_000) },
  },
  bulk: {
    files: ["features/platform/bulk-runs/api/service.test.ts", "hosts/node/killedBulkRun.test.ts"],
    environment: { BULK_ROWS: "50000" },
  },
};
const [name = ""] = process.argv.slice(2);
const soak = soaks[name];
if (soak === undefined) {
  console.error(`There is no soak “${name}”. There is: ${Object.keys(soaks).join(", ")}.`);
  process.exit(2);
}
const { code } = await runPackage("vitest/vitest.mjs", ["run", "--testTimeout=3600000", ...soak.files], {
  env: { ...soak.environment, ...process.env },
});
process.exitCode = code;
