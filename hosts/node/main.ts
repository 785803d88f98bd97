import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Config, ConfigError, readConfig } from "#hosts/node/config.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { openHouse } from "#hosts/node/house.ts";
import { openLog } from "#hosts/node/log.ts";
import { keepHeapSmall } from "#hosts/node/memory.ts";
import { openMetrics } from "#hosts/node/metrics.ts";
import { createNodeServer } from "#hosts/node/server.ts";
import { cautions } from "#hosts/node/publicSettings.ts";
import { printWelcome } from "#hosts/node/welcome.ts";

const here = dirname(fileURLToPath(import.meta.url));

/** Starts everything in order, and stops it in the opposite one when told to. */
async function main() {
  keepHeapSmall();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = await withFreePort(readConfig(process.env));
  const log = openLog(config.logLevel);
  for (const caution of cautions(config)) log.warn("caution", { caution });
  const directory = await openDataDirectory(config.dataDir, {
    onLost: () => {
      log.error("data directory taken by another process");
      process.exit(1);
    },
  });
  const metrics = openMetrics();
  const house = await openHouse({ config, directory, log, metrics });
  const { server, stop } = createNodeServer({
    api: house.api,
    config,
    metrics,
    readiness: house.readiness,
    webDir: resolve(here, "../web"),
    referenceDir: dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json")),
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(config.port, config.host, listening);
  });
  const { port } = config;
  log.info("listening", { host: config.host, port, database: house.describe });
  printWelcome({ config, port, administrator: house.firstAdministrator, database: house.describe });

  let stopping: Promise<void> | null = null;
  const shutDown = (signal: string) => {
    stopping ??= (async () => {
      log.info("stopping", { signal });
      await stop();
      await house.close();
      await directory.release();
      log.info("stopped");
      process.exit(0);
    })();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => shutDown(signal));
}

/** PORT=0 asks for any free port. It must be known before the start, because links in letters name it. */
async function withFreePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await new Promise<number>((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, config.host, () => {
      const address = probe.address() as AddressInfo;
      probe.close(() => found(address.port));
    });
  });
  const isDefaultUrl = config.publicUrl === "http://localhost:0";
  return { ...config, port, publicUrl: isDefaultUrl ? `http://localhost:${port}` : config.publicUrl };
}

main().catch((error: NodeJS.ErrnoException) => {
  // A wrong setting, a directory in use, a port taken: the person at the keyboard needs the sentence, not the stack.
  const isExpected = error instanceof ConfigError || error.code === "EADDRINUSE";
  console.error(isExpected ? error.message : `Mizan could not start: ${error.message}`);
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  process.exit(1);
});
