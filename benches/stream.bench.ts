import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { assertBudget } from "#benches/assertBudget.ts";
import { createBenchDatabase } from "#benches/benchDatabase.ts";
import { type RunningHost, startHost } from "#benches/host.ts";
import { percentile } from "#benches/percentile.ts";
import { readFrames } from "#web/live/readFrames.ts";

// Issue 16, section 4: 200 open streams, and events that all of them receive.
const streamsCount = 200;
const perSession = 4;
const eventsPerSecond = 50;
const measuredMs = 10_000;
const shareMax = 0.25;
const visibleMaxMs = 1000;

async function bench(rows: number): Promise<void> {
  const database = await createBenchDatabase(rows);
  const host = await startHost(database);
  const closed = new AbortController();
  try {
    const { client } = database;
    const tokens = await makeSessions(client, streamsCount / perSession);
    const delays: number[] = [];
    const open = tokens.flatMap((token) => Array.from({ length: perSession }, () => token));
    for (const token of open) await receive(host, { token, delays, signal: closed.signal });
    const idle = await shareOf(host, () => sleep(measuredMs));
    const busy = await shareOf(host, () => writeEvents(client));
    await sleep(visibleMaxMs);
    const [median, p99] = [0.5, 0.99].map((share) => percentile(delays, share));
    const wanted = open.length * (measuredMs / 1000) * eventsPerSecond;
    console.log(`${open.length} streams, idle: ${percent(idle)} of a core`);
    console.log(`${eventsPerSecond} events a second to all: ${percent(busy)} of a core`);
    // Written past the host, as another process does; what the host itself writes wakes it 200 ms earlier.
    console.log(`until an event arrives: median ${median!.toFixed(0)} ms, p99 ${p99!.toFixed(0)} ms`);
    assertBudget(delays.length === wanted, `${wanted} frames arrived, each once (${delays.length})`);
    assertBudget(
      busy <= shareMax,
      `${streamsCount} streams at ${eventsPerSecond} events/s: ${percent(shareMax)} of a core at most`,
    );
    assertBudget(p99! <= visibleMaxMs, `p99 of what another process writes arrives within ${visibleMaxMs} ms`);
  } finally {
    closed.abort();
    host.process.kill("SIGKILL");
    await database.close();
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Sessions of the administrator. Signing in so often is what the rate limit forbids. */
async function makeSessions(client: Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  for (const token of tokens)
    await client.query(
      `insert into sessions (id, token_hash, user_id, created_at, last_used_at, expires_at, address, user_agent)
       select $1, $2, id, now(), now(), now() + interval '1 hour', '', 'bench' from users where status = 'active' limit 1`,
      [randomUUID(), createHash("sha256").update(token).digest()],
    );
  return tokens;
}

type Receiver = { readonly token: string; readonly delays: number[]; readonly signal: AbortSignal };

/** Opens a stream, and notes how old each event is when it arrives. Resolves once it is open. */
async function receive({ port }: RunningHost, { token, delays, signal }: Receiver): Promise<void> {
  const headers = { "x-access-token": token };
  const response = await fetch(`http://127.0.0.1:${port}/api/events/stream`, { headers, signal });
  if (!response.ok) throw new Error(`a stream was refused: ${await response.text()}`);
  const read = async () => {
    for await (const { frame } of readFrames(response.body!, signal))
      if (frame?.kind === "change") delays.push(Date.now() - Number(frame.data.ids![0]));
  };
  void read().catch(() => {});
}

/** Events that say when they were written, evenly over the measured time. */
async function writeEvents(client: Client): Promise<void> {
  const startedAt = performance.now();
  for (let written = 0; written < (measuredMs / 1000) * eventsPerSecond; written++) {
    const wait = startedAt + (written * 1000) / eventsPerSecond - performance.now();
    if (wait > 0) await sleep(wait);
    await client.query(
      `insert into live_outbox (kind, resource, ids, is_gone, request_id, at)
       values ('change', 'brands', array[$1], false, 'bench', now())`,
      [String(Date.now())],
    );
  }
}

/** The share of a core that the host’s process takes during the work. */
async function shareOf(host: RunningHost, work: () => Promise<unknown>): Promise<number> {
  const [cpu, at] = [cpuMsOf(host), performance.now()];
  await work();
  return (cpuMsOf(host) - cpu) / (performance.now() - at);
}

/** As Linux counts it, in ticks of 10 ms. */
function cpuMsOf({ process: { pid } }: RunningHost): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

await bench(Number(process.argv[2] ?? 1000));
