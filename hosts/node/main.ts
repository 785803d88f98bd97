import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Server } from "node:http";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Log } from "#api/ports.ts";
import { type Config, ConfigError, readConfig } from "#hosts/node/config.ts";
import { type DataDirectory, openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { placeError, withFreePort } from "#hosts/node/freePort.ts";
import { openApp } from "#hosts/node/app.ts";
import { openLog } from "#hosts/node/log.ts";
import { keepHeapSmall } from "#hosts/node/memory.ts";
import { openMetrics } from "#hosts/node/metrics.ts";
import { createNodeServer } from "#hosts/node/server.ts";
import { cautions } from "#hosts/node/publicSettings.ts";
import { printWelcome } from "#hosts/node/welcome.ts";

const here = dirname(fileURLToPath(import.meta.url));

/** Starts everything in order, and on a signal stops it in reverse order. */
async function main() {
  keepHeapSmall();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  for (const caution of cautions(config)) log.warn("caution", { caution });
  const directory = await openDataDirectory(config.dataDir, {
    onLost: () => {
      log.error("data directory taken by another process");
      process.exit(1);
    },
  });
  const reported = endSignal();
  const opening = open(config, { directory, log });
  const isOpen = await Promise.race([opening.then(() => true), reported.then(() => false)]);
  log.info("stopping", { signal: await reported });
  if (!isOpen) directory.giveUp();
  const closing = opening.then((close) => close());
  await (isOpen ? closing : Promise.race([closing.catch(() => {}), sleep(giveUpMaxMs)]));
  await directory.release();
  log.info("stopped");
  process.exit(0);
}

// Whatever is still starting fails when its database is stopped. A given database serves it to the end.
const giveUpMaxMs = 5000;

/** The first signal to stop. Later ones are ignored. */
function endSignal(): Promise<NodeJS.Signals> {
  return new Promise((tell) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, tell);
  });
}

type Place = { readonly directory: DataDirectory; readonly log: Log };

/** Returns the function that closes everything in order. */
async function open(settings: Config, { directory, log }: Place): Promise<() => Promise<void>> {
  const config = await withFreePort(settings);
  const metrics = openMetrics();
  const app = await openApp({ config, directory, log, metrics });
  const { server, stop } = createNodeServer({
    api: app.api,
    config,
    metrics,
    readiness: app.readiness,
    endStreams: app.endStreams,
    webDir: resolve(here, "../web"),
    referenceDir: dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json")),
  });
  try {
    await listen(server, config);
  } catch (error) {
    await app.stopJobs();
    await app.close();
    throw error;
  }
  const { port, host } = config;
  log.info("listening", { host, port, database: app.describe });
  printWelcome({ config, port, administrator: app.firstAdministrator, database: app.describe });
  return async () => {
    await Promise.all([stop(), app.stopJobs()]);
    await app.close();
  };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((listening, failed) => {
    server.once("error", (error) => failed(placeError({ port, host }, error)));
    server.listen(port, host, listening);
  });
}

main().catch((error: NodeJS.ErrnoException) => {
  // A wrong setting, or a port in use: the user needs the message, not the stack.
  console.error(error instanceof ConfigError ? error.message : `Mizan could not start: ${error.message}`);
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  process.exit(1);
});
