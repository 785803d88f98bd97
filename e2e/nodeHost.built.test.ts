import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#base/ids.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { call, type Transport } from "#web/call.ts";
import { firstAdministrator, type NodeHost, spawnNodeHost, startNodeHost } from "./hosts.ts";

/** For tests that only use their own records: without the sample data, a host starts seconds sooner. */
const empty = { SAMPLE_DATA: "none" };

const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

/** Calls over the network with the administrator's token. */
async function signedIn(url: string): Promise<Transport> {
  const plain: Transport = (request) =>
    fetch(new Request(new URL(new URL(request.url).pathname + new URL(request.url).search, url), request));
  const { email, password } = firstAdministrator;
  const { accessToken } = await call(plain, session.signIn, { mt_email: email, mt_password: password });
  return (request) => {
    const headers = new Headers(request.headers);
    headers.set("x-access-token", accessToken);
    return plain(new Request(request, { headers }));
  };
}

/** Creates brands one after another until stopped, and records which were acknowledged and how others failed. */
function keepCreating(transport: Transport, name: string) {
  const acknowledged: string[] = [];
  const failures: { status: number; atMs: number }[] = [];
  let isOver = false;
  const done = (async () => {
    for (let number = 0; !isOver; number++) {
      const id = newId();
      await call(transport, brands.create, { id, name: `${name} ${number}` }).then(
        () => acknowledged.push(id),
        (error: { status?: number }) => {
          failures.push({ status: error.status ?? 0, atMs: performance.now() });
          return sleep(20);
        },
      );
    }
  })();
  const stop = async () => {
    isOver = true;
    await done;
    return { acknowledged, failures };
  };
  /** On a busy machine it can take a second until anything is written. */
  const hasBegun = async (writes: number) => {
    while (acknowledged.length < writes) await sleep(20);
  };
  return { hasBegun, stop };
}

async function missing(transport: Transport, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const id of ids) await call(transport, brands.get, { id }).catch(() => lost.push(id));
  return lost;
}

describe("a running host", () => {
  let host: NodeHost;
  beforeAll(async () => {
    host = await startNodeHost();
  }, 90_000);
  afterAll(() => host.stop());

  test("reports that it is alive and ready, and its metrics", async () => {
    expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${host.url}/readyz`)).json()).toEqual({ isReady: true });
    await fetch(`${host.url}/api/v1/brands`);
    expect(await (await fetch(`${host.url}/metrics`)).text()).toMatch(
      /mizan_operation_seconds_count\{operation="GET \/api\/v1\/brands",status="401"\} \d+/,
    );
  });

  test("serves the app at all its paths, with a policy that allows no foreign script", async () => {
    for (const path of ["/", "/login", "/apps/brand/brands"]) {
      const response = await fetch(host.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/text\/html/);
      const policy = response.headers.get("content-security-policy") ?? "";
      // Each directive of reliability R26.
      for (const none of ["default-src", "base-uri", "object-src", "frame-ancestors"])
        expect(policy).toMatch(new RegExp(`(^|; )${none} 'none'(;|$)`));
      expect(policy).toMatch(/connect-src 'self'(;|$)/);
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).toMatch(/style-src 'self'(;|$)/);
      expect(policy).toMatch(/require-trusted-types-for 'script'/);
      expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)/);
    }
  });

  test("sends headers with every response that forbid content sniffing, referrers and reads from other origins", async () => {
    const origin = { origin: "https://evil.example" };
    const preflight = {
      ...origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-access-token",
    };
    const answers = [
      await fetch(`${host.url}/login`, { headers: origin }),
      await fetch(`${host.url}/api/v1/brands`, { headers: origin }),
      await fetch(`${host.url}/api/v1/brands`, { method: "OPTIONS", headers: preflight }),
      await fetch(`${host.url}/api/nowhere`, { headers: origin }),
      await fetch(`${host.url}/healthz`, { headers: origin }),
    ];
    for (const { url, headers } of answers) {
      const reported = [headers.get("x-content-type-options"), headers.get("referrer-policy")];
      expect([url, ...reported]).toEqual([url, "nosniff", "no-referrer"]);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      // Plain http on this machine: a browser would require https for everything on localhost.
      expect(headers.has("strict-transport-security")).toBe(false);
    }
  });

  test("serves hashed files compressed and cacheable forever, and nothing outside its folder", async () => {
    const page = await (await fetch(host.url)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
    const response = await fetch(host.url + script, { headers: { "accept-encoding": "br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(response.headers.get("cache-control")).toMatch(/immutable/);
    expect((await fetch(`${host.url}/assets/..%2f..%2fnode%2fmain.mjs`)).headers.get("content-type")).not.toMatch(
      /javascript/,
    );
  });

  test("answers unknown API paths in JSON, and serves a reference of the known ones", async () => {
    const unknown = await fetch(`${host.url}/api/v1/nothing`);
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, "not_found"]);
    expect(await (await fetch(`${host.url}/api/docs/`)).text()).toMatch(/swagger-ui-bundle\.js/);
    expect((await (await fetch(`${host.url}/api/openapi.json`)).json()).openapi).toMatch(/^3\.1/);
  });

  test("refuses a body of more than 1 MB, and a compressed one", async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ mt_email: "a".repeat(1_100_000), mt_password: "x" });
    expect((await fetch(`${host.url}/api/mt_auth/signinInt`, { method: "POST", headers, body })).status).toBe(413);
    const encoded = await fetch(`${host.url}/api/mt_auth/signinInt`, {
      method: "POST",
      headers: { ...headers, "content-encoding": "gzip" },
      body: "x",
    });
    expect(encoded.status).toBe(415);
  });

  test("makes its directory and its secrets readable by its owner only", () => {
    expect(statSync(host.dataDir).mode & 0o077).toBe(0);
    expect(host.output()).not.toContain(firstAdministrator.password);
  });

  test("refuses a second process on its directory, and names the directory", async () => {
    const second = spawnNodeHost({ DATA_DIR: host.dataDir });
    let output = "";
    second.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((exit) => second.once("exit", exit));
    expect(code).toBe(1);
    expect(output).toContain(host.dataDir);
  });
});

test("exits with the name of a wrong setting and the allowed values", async () => {
  const child = spawnNodeHost({ PORT: "seventy", LOG_LEVEL: "loud" });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  expect(await new Promise((exit) => child.once("exit", exit))).toBe(1);
  expect(output).toMatch(/PORT="seventy".*0 to 65535[\s\S]*LOG_LEVEL="loud".*debug/);
});

describe("a failing start", () => {
  const folder = mkdtempSync(join(tmpdir(), "mizan-e2e-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Without a configured administrator the first start generates a password, and shows it once.
  const firstStart = (name: string, environment: Readonly<Record<string, string>>) => {
    const dataDir = join(folder, name);
    const child = spawnNodeHost({ ...empty, DATA_DIR: dataDir, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", ...environment });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((exit) => child.once("close", exit));
    return { dataDir, child, ended, output: () => output };
  };

  test("because its port is in use names the port before it shows a password", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const start = firstStart("taken", { PORT: String(port) });
    expect(await start.ended).toBe(1);
    other.close();
    expect(start.output()).toContain(`PORT=${port} is taken`);
    expect(existsSync(join(start.dataDir, "postgres"))).toBe(false);
  });

  test("because its address does not belong to this machine names HOST", async () => {
    // An address for documentation, which no machine has (RFC 5737).
    const start = firstStart("elsewhere", { HOST: "192.0.2.1" });
    expect(await start.ended).toBe(1);
    expect(start.output()).toContain('HOST="192.0.2.1" is not an address of this machine');
  });

  test("because the user interrupts it leaves no database running", async () => {
    const start = firstStart("interrupted", { SAMPLE_DATA: "demo" });
    const pidFile = join(start.dataDir, "postgres", "postmaster.pid");
    while (!existsSync(pidFile)) await sleep(5);
    start.child.kill("SIGINT");
    expect(await start.ended).toBe(0);
    expect(start.output()).not.toContain("Mizan is ready");
    await expect.poll(() => existsSync(pidFile), { timeout: 10_000 }).toBe(false);
  });
});

const rounds = Number(process.env.KILL_ROUNDS ?? 3);

test(`loses no acknowledged write in ${rounds} rounds of kill -9 under load (R37)`, async () => {
  let host = await startNodeHost({ environment: empty });
  const { dataDir } = host;
  const acknowledged: string[] = [];
  const wasKilled = ["the host", "PostgreSQL", "both"];
  for (let round = 0; round < rounds; round++) {
    const load = keepCreating(await signedIn(host.url), `Round ${round}`);
    await Promise.all([sleep(700), load.hasBegun(11)]);
    const victim = round % wasKilled.length;
    const server = mainProcessOfPostgres(dataDir);
    if (victim >= 1) process.kill(server, "SIGKILL");
    if (victim !== 1) await host.kill();
    else {
      await untilReplaced(dataDir, server);
      await untilReady(host.url);
    }
    acknowledged.push(...(await load.stop()).acknowledged);
    if (victim !== 1) host = await startNodeHost({ environment: empty, dataDir });
  }
  const lost = await missing(await signedIn(host.url), acknowledged);
  console.log(`kill -9: ${rounds} rounds, ${acknowledged.length} acknowledged, ${lost.length} lost`);
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(acknowledged.length).toBeGreaterThan(rounds * 10);
  expect(lost).toEqual([]);
}, 180_000);

test("answers 503 with Retry-After while the database is unavailable, and recovers by itself (R38)", async () => {
  const host = await startNodeHost();
  const transport = await signedIn(host.url);
  const silent = processesOfPostgres(host.dataDir);
  for (const pid of silent) process.kill(pid, "SIGSTOP");
  const headers = { "x-access-token": "a".repeat(43) };
  const away = await fetch(`${host.url}/api/v1/session`, { headers });
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await fetch(`${host.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  for (const pid of silent) process.kill(pid, "SIGCONT");
  await untilReady(host.url);
  expect((await call(transport, brands.list, { sort: "name", limit: 25, count: "none" })).rows.length).toBeGreaterThan(
    0,
  );
  await host.stop();
}, 120_000);

test("finishes running calls at SIGTERM: none cut off, none lost, status 0 (R40)", async () => {
  const host = await startNodeHost({ environment: empty });
  const loads = await Promise.all(
    [1, 2, 3, 4].map(async (number) => keepCreating(await signedIn(host.url), `Client ${number}`)),
  );
  await Promise.all([sleep(500), ...loads.map((load) => load.hasBegun(6))]);
  process.kill(host.pid, "SIGTERM");
  const code = await host.ended;
  const results = await Promise.all(loads.map((load) => load.stop()));
  const acknowledged = results.flatMap((result) => result.acknowledged);
  const again = await startNodeHost({ environment: empty, dataDir: host.dataDir });
  const transport = await signedIn(again.url);
  const lost = await missing(transport, acknowledged);
  // A brand that was created without an acknowledgement would mean that a response was cut off.
  const listed = { sort: "name", limit: 25, count: "exact", search: "Client" } as const;
  const made = (await call(transport, brands.list, listed)).total!.count;
  const cut = made - acknowledged.length;
  console.log(`SIGTERM: ${acknowledged.length} acknowledged, ${cut} cut, ${lost.length} lost, exit ${code}`);
  await again.stop();
  const left = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(host.dataDir));
  rmSync(host.dataDir, { recursive: true, force: true });
  expect([code, cut, lost, left]).toEqual([0, 0, [], []]);
  expect(acknowledged.length).toBeGreaterThan(20);
}, 120_000);

test("continues, and stops in order, when the reader of its log has gone", async () => {
  const host = await startNodeHost({ environment: empty });
  host.stopListening();
  const transport = await signedIn(host.url);
  for (let number = 0; number < 20; number++)
    await call(transport, brands.create, { id: newId(), name: `Unread ${number}` });
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  process.kill(host.pid, "SIGTERM");
  const code = await host.ended;
  rmSync(host.dataDir, { recursive: true, force: true });
  expect(code).toBe(0);
}, 60_000);

/** The server's main process first, then those of its connections. */
function processesOfPostgres(dataDir: string): number[] {
  const main = mainProcessOfPostgres(dataDir);
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(main)], { encoding: "utf8" });
  return [main, ...children.trim().split(/\s+/).map(Number)];
}

/** NaN at the moment when the server's file is being written. */
const mainProcessOfPostgres = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

/** For a moment the connections of a killed server still answer, so that the host seems ready. */
async function untilReplaced(dataDir: string, killed: number) {
  for (let tries = 0; tries < 100; tries++) {
    const current = existsSync(join(dataDir, "postgres/postmaster.pid")) ? mainProcessOfPostgres(dataDir) : Number.NaN;
    if (current > 0 && current !== killed) return;
    await sleep(100);
  }
  throw new Error("no other server after 10 s");
}

async function untilReady(url: string) {
  for (let tries = 0; tries < 100; tries++) {
    const isReady = await fetch(`${url}/readyz`)
      .then((response) => response.ok)
      .catch(() => false);
    if (isReady) return;
    await sleep(100);
  }
  throw new Error("not ready again after 10 s");
}
