import { areaFolders } from "./areas.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer as createSocket } from "node:net";
import { dirname } from "node:path";
import { copySamples } from "./copySamples.mjs";
import { ensureReady } from "./bootstrap.mjs";

/** How long the host may take to finish running calls before it is killed: slightly more than its own 10 s. */
const stopMsMax = 11_000;
const built = "dist/dev/node/main.mjs";
/** Contracts also contain the paths of screens, for the menu. Those belong to the page (spec 000 §2). */
const screenRoots = new Set(["apps", "pages"]);

await ensureReady();
if (existsSync(".env")) process.loadEnvFile(".env");
const port = Number(process.env["PORT"] ?? 3000);
const apiPort = await freePort();
const address = `http://localhost:${port}`;

// The host looks for its page next to itself, and reports an error without one. Here Vite serves the page.
mkdirSync("dist/dev/web", { recursive: true });
copySamples(dirname(built));
const api = restartable(() => {
  const child = spawn(process.execPath, ["--enable-source-maps", built], {
    stdio: ["inherit", "pipe", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(apiPort),
      PUBLIC_URL: process.env["PUBLIC_URL"] ?? address,
    },
  });
  // The host does not know about this proxy, so the URL that it prints would bypass hot reload.
  child.stdout
    .setEncoding("utf8")
    .on("data", (text) => process.stdout.write(text.replaceAll(`:${apiPort}`, `:${port}`)));
  return child;
});
const bundler = await watchApi(() => void api.restart());
const web = await serveWeb();
console.log(`\n  Mizan, with hot reload: ${address}\n`);

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(
    signal,
    () => void Promise.all([web.close(), bundler.dispose(), api.stop()]).finally(() => process.exit(0)),
  );
}

/** Bundles the Node host again after every change of a source, and reports it. @param {() => void} onBuilt */
async function watchApi(onBuilt) {
  const { context } = await import("esbuild");
  const { nodeBundle } = await import("./bundle.mjs");
  const options = nodeBundle(built);
  /** @type {import("esbuild").Plugin} */
  const restart = {
    name: "restart",
    setup: (build) => build.onEnd(({ errors }) => void (errors.length === 0 && onBuilt())),
  };
  const watcher = await context({ ...options, plugins: [restart] });
  await watcher.watch();
  return watcher;
}

/** Serves the screens with hot reload, and forwards API calls to the host. */
async function serveWeb() {
  const { createServer } = await import("vite");
  const { webConfig } = await import("./vite.mjs");
  const target = `http://127.0.0.1:${apiPort}`;
  const config = webConfig("node", "dist/web");
  const server = await createServer({
    ...config,
    server: {
      ...config.server,
      port,
      strictPort: true,
      host: process.env["HOST"] ?? "localhost",
      proxy: Object.fromEntries(
        apiRoots().map((root) => [`^/${root}(?:[/?]|$)`, { target, configure: quietWhileRestarting }]),
      ),
    },
  });
  return server.listen();
}

/** The first segments of all API paths: those of the contracts, so that none is repeated here, and the host's own. */
function apiRoots() {
  const contracts = areaFolders()
    .map((area) => `${area}/contract.ts`)
    .filter((path) => existsSync(path));
  const paths = contracts.flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(/["'`]\/([\w-]+)\/?[^"'`]*["'`]/g),
  ]);
  return [...new Set(["api", "healthz", "readyz", "metrics", ...paths.map(([, root = ""]) => root)])].filter(
    (root) => !screenRoots.has(root),
  );
}

/**
 * A call during a restart of the API is answered with 503 immediately; the page retries it.
 *
 * @param {Parameters<NonNullable<import("vite").ProxyOptions["configure"]>>[0]} proxy
 */
function quietWhileRestarting(proxy) {
  proxy.on("error", (_error, _request, response) => {
    if ("writeHead" in response && !response.headersSent) response.writeHead(503, { "retry-after": "1" }).end();
  });
}

/**
 * A process that can be stopped gracefully and started again, never running twice.
 *
 * @param {() => import("node:child_process").ChildProcess} start
 */
function restartable(start) {
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  let turn = Promise.resolve();

  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    const timer = setTimeout(() => child?.kill("SIGKILL"), stopMsMax);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(timer);
  };
  const restart = async () => {
    await stop();
    child = start();
  };
  const inTurn = (/** @type {() => Promise<void>} */ action) => (turn = turn.then(action));
  return { restart: () => inTurn(restart), stop: () => inTurn(stop) };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket().once("error", reject);
    socket.listen(0, "127.0.0.1", () => {
      const bound = socket.address();
      socket.close(() =>
        bound && typeof bound === "object" ? resolve(bound.port) : reject(new Error("no free port")),
      );
    });
  });
}
