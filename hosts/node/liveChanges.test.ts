import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { bundleProgram, makeFolder } from "#hosts/node/testing/killable.ts";
import { type RunningServer, startTwoServers } from "#hosts/node/testing/twoServers.ts";
import { call } from "#web/call.ts";
import { type Frame, readFrames } from "#web/live/readFrames.ts";

const source = inject("testDatabase");
const program = await bundleProgram(new URL("./main.ts", import.meta.url));
const root = makeFolder();
afterAll(() => {
  rmSync(dirname(program), { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

const changes = 20;

// PGlite belongs to one process.

test.skipIf(source.engine === "pglite")(
  "changes that are written through one server reach the streams of another within a second, in order",
  async () => {
    const { servers } = await startTwoServers({ program, root });
    const [writer, other] = servers as [RunningServer, RunningServer];
    const received = await openStream(other);
    const written: string[] = [];
    for (let count = 1; count <= changes; count++) {
      const id = randomUUID();
      await call(writer.transport, brands.create, { ...brandFields.empty, id, name: `Brand ${count}` });
      written.push(id);
      await vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 1000, interval: 10 });
    }
    expect(received).toEqual(written.map((id) => [id]));
  },
);

test.skipIf(source.engine === "pglite")(
  "50 writers at two servers, one of which is killed: the streams of the other get each change once",
  async () => {
    const { servers, db } = await startTwoServers({ program, root });
    const [killed, other] = servers as [RunningServer, RunningServer];
    const received = await openStream(other);
    const confirmed: string[] = [];
    let isOver = false;
    const write = async ({ transport, process: server }: RunningServer) => {
      while (!isOver && !server.killed) {
        const id = randomUUID();
        // A busy server refuses some; the killed one doesn't answer.
        await call(transport, brands.create, { ...brandFields.empty, id, name: `Brand ${id}` }).then(
          () => confirmed.push(id),
          () => sleep(50),
        );
      }
    };
    const writers = servers.flatMap((server) => Array.from({ length: 25 }, () => write(server)));
    await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(100), { timeout: 60_000 });
    killed.process.kill("SIGKILL");
    const atKill = confirmed.length;
    await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(atKill + 100), { timeout: 60_000 });
    isOver = true;
    await Promise.all(writers);
    const stored = await rowsOf<{ id: string }>(db, sql`select id from brands`);
    const ids = stored.map(({ id }) => id).toSorted();
    // The killed server may have stored more than it answered.
    expect(ids).toEqual(expect.arrayContaining(confirmed));
    await vi.waitFor(() => expect(received).toHaveLength(ids.length), { timeout: 10_000 });
    expect(received.flatMap((changed) => changed ?? []).toSorted()).toEqual(ids);
  },
);

/** The brands of each change that arrives, from now on. */
async function openStream({ transport }: RunningServer): Promise<readonly (readonly string[] | null)[]> {
  const left = new AbortController();
  onTestFinished(() => left.abort());
  const response = await transport(new Request("http://mizan.test/api/events/stream", { signal: left.signal }));
  if (!response.ok || response.body === null) throw new Error(`the stream was answered with ${response.status}`);
  const received: (readonly string[] | null)[] = [];
  let isOpen = false;
  const take = (frame: Frame | null) => {
    isOpen ||= frame?.kind === "hello";
    if (frame?.kind === "change" && frame.data.resource === "brands") received.push(frame.data.ids);
  };
  const receive = async (body: ReadableStream<Uint8Array>) => {
    for await (const { frame } of readFrames(body, left.signal)) take(frame);
  };
  // The servers are killed at the end, and the stream with them.
  void receive(response.body).catch(() => {});
  await vi.waitFor(() => expect(isOpen).toBe(true), { timeout: 10_000 });
  return received;
}
