import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { assertBudget } from "#benches/assertBudget.ts";
import { createBenchDatabase } from "#benches/benchDatabase.ts";
import { type Caller, memoryOf, type RunningHost, signIn, startHost, transportTo } from "#benches/host.ts";
import { documentUploads } from "#demos/files/contract.ts";
import { partBytes, sentPartsMax } from "#demos/files/rules.ts";
import { readFile } from "#base/files.ts";
import { directoryFiles } from "#hosts/node/files.ts";
import { call, requestFor, type Transport } from "#web/call.ts";
import { newId } from "#web/newId.ts";

// Issue 17: an upload of 100 MB takes at most 1.3 times as long as a bare copy, and memory stays flat.
const ratioMax = 1.3;
const memoryMaxMb = 50;
const rounds = 5;
const smallMb = 10;

async function bench(largeMb: number): Promise<void> {
  const database = await createBenchDatabase(1);
  const host = await startHost(database);
  const copy = await startCopy(join(database.folder, "copy"));
  try {
    const caller = { port: host.port, headers: await signIn(host.port) };
    await upload(caller, smallMb);
    const restMb = memoryOf(host);
    const taken: { copyMs: number; uploadMs: number }[] = [];
    let last = "";
    for (let round = 0; round < rounds; round++) {
      const copyMs = await timed(() => copy.send(largeMb));
      const uploadMs = await timed(async () => void (last = await upload(caller, largeMb)));
      taken.push({ copyMs, uploadMs });
      console.log(`${largeMb} MB: bare copy ${copyMs.toFixed(0)} ms, upload ${uploadMs.toFixed(0)} ms`);
    }
    const growthMb = memoryOf(host) - restMb;
    const best = (pick: (round: (typeof taken)[number]) => number) => Math.min(...taken.map(pick));
    const ratio = best(({ uploadMs }) => uploadMs) / best(({ copyMs }) => copyMs);
    assertBudget(ratio <= ratioMax, `upload ${ratio.toFixed(2)} times a bare copy, at most ${ratioMax}`);
    assertBudget(
      growthMb <= memoryMaxMb,
      `${growthMb.toFixed(0)} MB more memory than for ${smallMb} MB, at most ${memoryMaxMb}`,
    );
    await assertDownload(host, transportTo(caller), { id: last, byteCount: largeMb * partBytes });
  } finally {
    copy.close();
    host.process.kill("SIGKILL");
    await database.close();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Rows of text: no two parts are equal. */
function partsFrom(offset: number, byteCount: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteCount).fill(0x20);
  for (let at = 0; at < byteCount; at += partBytes)
    bytes.set(new TextEncoder().encode(`${offset + at},Ajwa dates,تمر عجوة,12.50\r\n`), at);
  return bytes;
}

type Sending = { readonly megabytes: number; readonly pathOf: (offset: number) => string; readonly atOnce: number };

/** Sends this many parts as the page does on a fast network: one, then twice as many with each request. */
async function sendAll({ port, headers }: Caller, { megabytes, pathOf, atOnce }: Sending): Promise<void> {
  const type = { "content-type": "application/octet-stream" };
  const size = megabytes * partBytes;
  const requests: Promise<void>[] = [];
  const put = async (offset: number, body: Uint8Array<ArrayBuffer>) => {
    const path = pathOf(offset);
    const url = `http://127.0.0.1:${port}${path}`;
    const response = await fetch(url, { method: "PUT", headers: { ...headers, ...type }, body });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.text();
  };
  for (let offset = 0, count = 1; offset < size; count = Math.min(count * 2, sentPartsMax)) {
    const body = partsFrom(offset, Math.min(count * partBytes, size - offset));
    requests.push(put(offset, body));
    offset += body.byteLength;
    if (requests.length === atOnce) await requests.shift();
  }
  await Promise.all(requests);
}

/** As the page sends a file. Answers its id. */
async function upload(caller: Caller, megabytes: number): Promise<string> {
  const send = transportTo(caller);
  const { id } = await call(send, documentUploads.start, {
    id: newId(),
    parentId: null,
    name: `${newId()}.csv`,
    size: megabytes * partBytes,
    modifiedAt: new Date().toISOString(),
  });
  const pathOf = (offset: number) => `/api/file-manager-app/x/uploads/${id}?offset=${offset}`;
  // One on its way while the host stores another.
  await sendAll(caller, { megabytes, pathOf, atOnce: 2 });
  const { fileId } = await call(send, documentUploads.finish, { id });
  return fileId!;
}

/** A server that only stores the body of each request, as the Files port does. */
async function startCopy(folder: string) {
  const files = directoryFiles(folder);
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming)
      .then((bytes) => files.put(incoming.url!.slice(1), bytes))
      .then(() => outgoing.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    send: async (megabytes: number) => {
      const folderName = newId();
      const pathOf = (offset: number) => `/copy/${folderName}/${offset}`;
      await sendAll({ port, headers: {} }, { megabytes, pathOf, atOnce: 1 });
    },
    close: () => server.close(),
  };
}

/** A reader who takes a little at a time: what the host has read ahead would be in its memory. */
async function assertDownload(
  host: RunningHost,
  send: Transport,
  { id, byteCount }: { readonly id: string; readonly byteCount: number },
): Promise<void> {
  const restMb = memoryOf(host);
  const response = await send(requestFor(readFile, { id, size: "large" }));
  let received = 0;
  for await (const piece of response.body!) {
    if (received === 0) await sleep(1000);
    received += piece.length;
  }
  const growthMb = memoryOf(host) - restMb;
  assertBudget(received === byteCount, `${(received / partBytes).toFixed(0)} MB downloaded`);
  assertBudget(growthMb <= memoryMaxMb, `${growthMb.toFixed(0)} MB more memory for it, at most ${memoryMaxMb}`);
}

await bench(Number(process.argv[2] ?? 100));
