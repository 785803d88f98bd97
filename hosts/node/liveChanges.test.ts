import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
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
