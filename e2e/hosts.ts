import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";

/** A running host of either kind. */
export type Host = {
  readonly kind: "node" | "browser";
  readonly url: string;
  /** The output of the process, to debug a failed journey. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/** The server as a process, for tests that kill or stop it. */
export type NodeHost = Host & {
  readonly pid: number;
  readonly dataDir: string;
  /** Resolves with its exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** Kills the process immediately, like a power failure. Its stored data stays. */
  readonly kill: () => Promise<void>;
  /** Closes the reader of its output, as if the process that stores its log had died. */
  readonly stopListening: () => void;
};

export type Credentials = { readonly email: string; readonly password: string };

/** Only for this run, in a database that is deleted with it. */
export const firstAdministrator: Credentials = {
  email: "admin@mizan.test",
  password: "a long enough phrase for tests",
};

const startTimeoutMs = 150_000;

type Start = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts on the directory of an earlier host. By default on a new directory, removed when it stops. */
  readonly dataDir?: string;
};

/** The built server, on a free port. */
export async function startNodeHost({ environment = {}, dataDir }: Start = {}): Promise<NodeHost> {
  const folder = dataDir ?? join(mkdtempSync(join(tmpdir(), "mizan-e2e-")), "data");
  const child = spawnNodeHost({ DATA_DIR: folder, ...environment });
  let output = "";
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const url = await new Promise<string>((ready, failed) => {
    const timer = setTimeout(() => {
      failed(new Error(`not ready after ${startTimeoutMs} ms:\n${output}`));
      // Otherwise it would slow down the journeys that follow.
      child.kill("SIGKILL");
    }, startTimeoutMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Mizan is ready: +(\S+)/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      ready(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => failed(new Error(`the host ended:\n${output}`)));
  });
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const stopListening = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return {
    kind: "node",
    url,
    pid: child.pid!,
    dataDir: folder,
    ended,
    kill,
    stop,
    stopListening,
    output: () => output,
  };
}

/** Only the process, for starts that are meant to fail. */
export function spawnNodeHost(environment: Readonly<Record<string, string>>) {
  return spawn(process.execPath, ["dist/node/main.mjs"], {
    env: {
      ...process.env,
      PORT: "0",
      ADMIN_EMAIL: firstAdministrator.email,
      ADMIN_PASSWORD: firstAdministrator.password,
      // Receivers that the journeys start.
      WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** As every static host does for files with a content hash in their name. */
const keepNamedByContent = (path: string, c: Context) => {
  if (path.includes("/assets/")) c.header("Cache-Control", "public, max-age=31536000, immutable");
};

/** The built site on a server that only serves files. */
export async function startBrowserHost(): Promise<Host> {
  const app = new Hono();
  app.use(serveStatic({ root: "dist/browser", precompressed: true, onFound: keepNamedByContent }));
  app.get("*", (c) => c.html(readFileSync("dist/browser/404.html", "utf8"), 404));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { kind: "browser", url: `http://localhost:${port}`, output: () => "", stop };
}
