import { existsSync } from "node:fs";
import { type NotedSeal, verifyAuditLog } from "#hosts/node/auditCommand.ts";
import { readConfig } from "#hosts/node/config.ts";

// `npm run verify:audit`. Exits with 0 if the log is intact, 1 if it is broken, 2 if it could not be read.

function parseNotedSeal(words: readonly string[]): NotedSeal | null {
  if (words.length === 0) return null;
  const [, number, hash] = /^--head[= ](\d+):([0-9a-f]{64})$/.exec(words.join(" ")) ?? [];
  if (number === undefined || hash === undefined) {
    throw new Error("the only argument is --head NUMBER:HASH, as an earlier verification printed it");
  }
  return { number: Number(number), hash };
}

try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const kept = parseNotedSeal(process.argv.slice(2));
  process.exitCode = await verifyAuditLog({
    config: readConfig(process.env),
    kept,
    print: (line) => console.log(line),
  });
} catch (error) {
  console.error(`The audit log could not be verified: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
