import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchDatabase } from "#benches/benchDatabase.ts";
import { call, type Transport } from "#web/call.ts";
import { session } from "#features/access/session/contract.ts";

export type RunningHost = { readonly port: number; readonly process: ChildProcess; readonly startMs: number };

export const administrator = { email: "bench@mizan.test", password: "a long enough password" };

/** The Node host as `npm start` starts it, with the benchmark's database. `startMs` ends with its first response. */
export async function startHost({ url, folder }: BenchDatabase): Promise<RunningHost> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "dist/benches/main.mjs"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, "host"),
      DATABASE_URL: url,
      SAMPLE_DATA: "none",
      // The benchmark sends one user's searches, far more than the rate limit allows.
      SEARCHES_PER_MINUTE: "1000000",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      NODE_ENV: "production",
    },
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the host ended with ${child.exitCode}`);
    await sleep(2);
  }
  return { port, process: child, startMs: performance.now() - startedAt };
}

/** The median of five starts, with the database running and migrated. */
export async function coldStarts(bench: BenchDatabase): Promise<number> {
  const taken: number[] = [];
  for (let start = 0; start < 5; start++) {
    const host = await startHost(bench);
    taken.push(host.startMs);
    host.process.kill("SIGKILL");
    await new Promise((resolve) => host.process.once("exit", resolve));
  }
  return taken.toSorted((a, b) => a - b)[2]!;
}

export type Caller = { readonly port: number; readonly headers: Readonly<Record<string, string>> };

/** To a host, with the headers of a user. */
export const transportTo =
  ({ port, headers }: Caller): Transport =>
  (request) => {
    const { pathname, search } = new URL(request.url);
    const sent = new Request(`http://127.0.0.1:${port}${pathname}${search}`, request);
    for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
    return fetch(sent);
  };

/** The headers of a user with all permissions. */
export async function signIn(port: number): Promise<Record<string, string>> {
  const answer = await call(transportTo({ port, headers: {} }), session.signIn, {
    mt_email: administrator.email,
    mt_password: administrator.password,
  });
  return { "x-access-token": answer.accessToken };
}

/** The peak memory of the process since its start, in MB, as Linux counts it. */
export function memoryOf({ process: { pid } }: RunningHost): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
