import { areaFolders } from "./areas.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer as createSocket } from "node:net";
import { dirname } from "node:path";
import { copySamples } from "./copySamples.mjs";
import { ensureReady } from "./bootstrap.mjs";

/** How long the host may take to finish what is in flight before it is killed: a little more than its own 10 s. */
const stopMsMax = 11_000;
const built = "dist/dev/node/main.mjs";
/** Contracts also name screens, for the menu. Those are the page's (spec 000 §2). */
const screenRoots = new Set(["apps", "pages"]);

await ensureReady();
if (existsSync(".env")) process.loadEnvFile(".env");
const port = Number(process.env["PORT"] ?? 3000);
const apiPort = await freePort();
const address = `http://localhost:${port}`;

// The host looks for its page beside itself, and complains when there is none. Here the page is ours.
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
  // It does not know that people reach it through us, and would send them past the hot reload.
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

/** Bundles the Node host again at every change of a source, and says so. @param {() => void} onBuilt */
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

/** Serves the screens with hot reload, and hands what is the API's on to it. */
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

/** The first segments of all paths of the API: those of the contracts, so that none is written twice, and the host's own. */
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
 * A call that meets the API between two lives is answered 503 at once; the page asks again.
 *
 * @param {Parameters<NonNullable<import("vite").ProxyOptions["configure"]>>[0]} proxy
 */
function quietWhileRestarting(proxy) {
  proxy.on("error", (_error, _request, response) => {
    if ("writeHead" in response && !response.headersSent) response.writeHead(503, { "retry-after": "1" }).end();
  });
}

/**
 * A process that is stopped gently and started again, never twice at once.
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
