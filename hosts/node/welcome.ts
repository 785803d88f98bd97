import { isIPv6 } from "node:net";
import type { FirstAdministrator } from "#hosts/node/administrator.ts";
import type { Config } from "#hosts/node/config.ts";

/**
 * The few lines that users look for after `npm start`, on standard output and not in the log: a generated password is
 * shown once, and logs are stored.
 */
export function printWelcome({
  config,
  port,
  administrator,
  database,
}: {
  config: Config;
  port: number;
  administrator: FirstAdministrator;
  database: string;
}) {
  const lines = ["", `  Mizan is ready:  http://${nameOf(config.host)}:${port}`, `  Database:        ${database}`];
  if (administrator.password !== null) {
    lines.push("", "  Sign in as:      " + administrator.email, `  Password:        ${administrator.password}`);
    lines.push("                   shown this once; you choose your own at the first sign-in");
  } else if (administrator.email !== null) {
    lines.push(`  Sign in as:      ${administrator.email}`);
  }
  if (config.smtpUrl === null) lines.push(`  Emails saved in: ${config.dataDir}/mail  (set SMTP_URL to send them)`);
  console.log(`${lines.join("\n")}\n`);
}

const localHosts: ReadonlySet<string> = new Set(["127.0.0.1", "0.0.0.0", "::"]);

/**
 * The host name for a URL in a browser.
 */
const nameOf = (host: string) => (localHosts.has(host) ? "localhost" : isIPv6(host) ? `[${host}]` : host);
