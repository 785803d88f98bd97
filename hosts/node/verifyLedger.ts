import { existsSync } from "node:fs";
import { readConfig } from "#hosts/node/config.ts";
import { verifyLedgerLaws } from "#hosts/node/ledgerCommand.ts";

// `npm run verify:ledger`. Exits with 0 if every law holds, 1 if one is broken, 2 if the ledger could not be read.

try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.exitCode = await verifyLedgerLaws({ config: readConfig(process.env), print: (line) => console.log(line) });
} catch (error) {
  console.error(`The ledger could not be verified: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
