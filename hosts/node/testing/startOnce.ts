import { writeSync } from "node:fs";
import { readConfig } from "#hosts/node/config.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { openApp } from "#hosts/node/app.ts";
import { openMetrics } from "#hosts/node/metrics.ts";

// A program for the tests of starts: starts like the host, reports it, and ends on SIGTERM.

const [environment = "{}"] = process.argv.slice(2);
const printLine = (line: string) => writeSync(1, `${line}\n`);
const write = (event: string, facts: unknown = {}) => printLine(`log ${event} ${JSON.stringify(facts)}`);
const log = { info: () => {}, warn: write, error: write };
try {
  const config = readConfig(JSON.parse(environment) as Record<string, string>);
  const directory = await openDataDirectory(config.dataDir, { onLost: () => process.exit(1) });
  const app = await openApp({ config, directory, log, metrics: openMetrics() });
  const reported = new Promise<void>((end) => process.once("SIGTERM", end));
  printLine(`ready ${app.firstAdministrator.email}`);
  await reported;
  await app.stopJobs();
  await app.close();
  await directory.release();
  process.exit(0);
} catch (error) {
  printLine(`failed ${(error as Error).message}`);
  process.exit(1);
}
