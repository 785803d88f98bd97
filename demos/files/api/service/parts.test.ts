import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFile } from "#base/files.ts";
import { dayMs } from "#base/time.ts";
import type { Files } from "#api/ports.ts";
import { sha256Of } from "#api/sha256.ts";
import { bytesOf, joined } from "#api/testing/pictureBytes.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { purgeTrash } from "#demos/files/api/service/moves.ts";
import { removeStaleUploads } from "#demos/files/api/service/parts.ts";
import { documentUploadsTable } from "#demos/files/api/tables.ts";
import { documents, documentUploads } from "#demos/files/contract.ts";
import { documentRule, joinDigests, partBytes, sentPartsMax, textBytesMax } from "#demos/files/rules.ts";
import { featuresWith } from "#features/api.ts";
import { removeLooseFiles } from "#features/platform/files/api/service/cleanupJob.ts";
import { call, download, type Transport } from "#web/call.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const stored = new Map<string, Uint8Array>();
const files: Files = {
  put: async (key, bytes) => void stored.set(key, bytes.slice()),
  get: async (key) => stored.get(key) ?? null,
  remove: async (key) => void stored.delete(key),
};

let app: TestApi;
let me: Transport;
beforeAll(async () => {
  app = await testApi(featuresWith(demos), { ports: { files } });
  ({ transport: me } = await app.signIn("Aisyah", []));
});
afterAll(() => app.close());

/** Rows with characters of two bytes, of which some lie in two parts; then spaces. */
function csv(byteCount: number): Bytes {
  const row = bytesOf("7,تمر مجدول,12.50\r\n");
  const bytes = new Uint8Array(byteCount).fill(0x20);
  bytes.set(row);
  for (let filled = row.length; filled * 2 <= byteCount; filled *= 2) bytes.copyWithin(filled, 0, filled);
  return bytes;
}
const large = (extra = 1000) => csv(documentRule.bytesMax + extra);
const partsOf = (bytes: Bytes) =>
  Array.from({ length: Math.ceil(bytes.byteLength / partBytes) }, (_, at) => ({
    offset: at * partBytes,
    bytes: bytes.slice(at * partBytes, (at + 1) * partBytes),
  }));
const digestOf = async (bytes: Bytes) =>
  sha256Of(joinDigests(await Promise.all(partsOf(bytes).map((part) => sha256Of(part.bytes)))));

const fileOf = (name: string, bytes: Bytes, parentId: string | null = null) => ({
  parentId,
  name,
  size: bytes.byteLength,
  modifiedAt: "2026-01-01T00:00:00.000Z",
});
const start = (file: ReturnType<typeof fileOf>) => call(me, documentUploads.start, { id: newId(), ...file });
async function send(id: string, parts: ReturnType<typeof partsOf>) {
  for (const part of parts) await call(me, documentUploads.putPart, { id, ...part });
}
async function upload(name: string, bytes: Bytes, parentId: string | null = null) {
  const { id } = await start(fileOf(name, bytes, parentId));
  await send(id, partsOf(bytes));
  return call(me, documentUploads.finish, { id, sha256: await digestOf(bytes) });
}
const bytesFrom = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

describe("a large text", () => {
  it("is stored in parts where it broke off, read byte for byte, and deleted without leftovers", async () => {
    const bytes = csv(25 * partBytes + 7);
    const file = fileOf("sales.csv", bytes);
    const { id } = await start(file);
    const parts = partsOf(bytes);
    await send(id, parts.slice(0, 3));
    expect(await start(file)).toMatchObject({ id, received: 3 * partBytes });
    await send(id, parts.slice(2));
    const sha256 = await digestOf(bytes);
    const item = await call(me, documentUploads.finish, { id, sha256 });
    expect(item).toMatchObject({ name: "sales.csv", mediaType: "text/csv", byteCount: bytes.byteLength });
    expect(await call(me, documentUploads.finish, { id, sha256 })).toMatchObject({ id, version: item.version });
    await app.runJobs();
    const [, key] = [...stored.keys()][0]!.split("/");
    expect([...stored.keys()]).toEqual(parts.map((_, part) => `kept/${key}/document-${part}`));

    const list = await call(me, documents.list, { view: "all", sort: "name", limit: 100, count: "none" });
    expect(list.rows).toMatchObject([{ name: "sales.csv", byteCount: bytes.byteLength }]);
    const read = await me(new Request(`https://mizan.test/api/v1/files/${id}`));
    expect(Object.fromEntries(read.headers)).toMatchObject({
      "content-type": "text/csv",
      "content-length": `${bytes.byteLength}`,
      "content-disposition": "attachment; filename*=UTF-8''sales.csv",
      "x-content-type-options": "nosniff",
    });
    expect(isEqual(await bytesFrom(read), bytes)).toBe(true);
    const { secret } = await call(me, documents.share, { id, days: 1 });
    const shared = `https://mizan.test/api/file-manager-app/x/shared/${id}?secret=${secret}`;
    expect(isEqual(await bytesFrom(await app.anonymous(new Request(shared))), bytes)).toBe(true);

    const copy = newId();
    await call(me, documents.copy, { copies: [{ from: id, to: copy }], parentId: null });
    await deleteForever(id);
    expect((await download(me, readFile, { id, size: "large" })).size).toBe(bytes.byteLength);
    await deleteForever(copy);
    expect([...stored.keys()]).toEqual([]);
  });

  it("is sent while the parts before are still stored, and these may also come last", async () => {
    const bytes = large();
    const { id } = await start(fileOf("early.csv", bytes));
    const parts = partsOf(bytes);
    for (let at = 0; at < parts.length; at += 2) {
      const pair = parts.slice(at, at + 2).toReversed();
      await Promise.all(pair.map((part) => call(me, documentUploads.putPart, { id, ...part })));
    }
    const item = await call(me, documentUploads.finish, { id, sha256: await digestOf(bytes) });
    expect(isEqual(await bytesFrom(await me(new Request(`https://mizan.test/api/v1/files/${item.id}`))), bytes)).toBe(
      true,
    );
    await deleteForever(id);
  });

  it("whose part is missing in the store breaks the download off", async () => {
    const bytes = large();
    const { id } = await upload("gap.csv", bytes);
    const key = [...stored.keys()].find((each) => each.endsWith("document-9"))!;
    stored.delete(key);
    const read = await me(new Request(`https://mizan.test/api/v1/files/${id}`));
    await expect(bytesFrom(read).then(({ byteLength }) => byteLength)).rejects.toThrow(key);
    await deleteForever(id);
  });

  it("has no other bytes than those of a text, within a part, between two, and at its end", async () => {
    const text = large();
    const withBytes = (at: number, ...bytes: number[]) => {
      const changed = text.slice().fill(0x20);
      changed.set(bytes, at);
      return changed;
    };
    for (const [name, bytes] of Object.entries({
      "a character that the next part doesn’t continue": withBytes(partBytes - 2, 0xf0, 0x9f),
      "other bytes within a part": withBytes(partBytes + 100, 0xff),
      "half a character at its end": withBytes(text.byteLength - 2, 0xf0, 0x9f),
    })) {
      const refused = { code: "text_unreadable", status: 422 };
      await expect(upload("broken.txt", bytes), name).rejects.toMatchObject(refused);
      await cancelAll();
    }
    expect([...stored.keys()]).toEqual([]);
  });

  it("with another digest starts again", async () => {
    const bytes = large();
    const file = fileOf("changed.csv", bytes);
    const { id } = await start(file);
    await send(id, partsOf(bytes));
    await expect(
      call(me, documentUploads.finish, { id, sha256: await digestOf(csv(partBytes)) }),
    ).rejects.toMatchObject({ code: "upload_changed" });
    expect(await start(file)).toMatchObject({ id, received: 0 });
    await app.runJobs();
    expect([...stored.keys()]).toEqual([]);
    await send(id, partsOf(bytes));
    const item = await call(me, documentUploads.finish, { id, sha256: await digestOf(bytes) });
    expect(item.byteCount).toBe(bytes.byteLength);
    await deleteForever(id);
  });

  it("takes other bytes for one part as a changed file, and two requests at once for one", async () => {
    const bytes = large();
    const file = fileOf("twice.csv", bytes);
    const { id } = await start(file);
    const parts = partsOf(bytes);
    for (const part of parts.slice(0, 3))
      await Promise.all([1, 2].map(() => call(me, documentUploads.putPart, { id, ...part })));
    const other = parts[3]!.bytes.slice();
    other[other.indexOf(0x37)] = 0x38;
    const both = await Promise.allSettled(
      [parts[3]!.bytes, other].map((sent) =>
        call(me, documentUploads.putPart, { id, offset: parts[3]!.offset, bytes: sent }),
      ),
    );
    const { received } = await start(file);
    // On one connection the second finds the part stored. Otherwise the two could have mixed, and nothing is kept.
    const refused = both.filter(({ status }) => status === "rejected");
    expect(received).toBe(refused.length > 0 ? 0 : 4 * partBytes);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.code).toBe("upload_changed");
    await call(me, documentUploads.cancel, { id });
    const again = await start(file);
    await send(again.id, parts);
    const sha256 = await digestOf(bytes);
    const items = await Promise.all([1, 2, 3].map(() => call(me, documentUploads.finish, { id: again.id, sha256 })));
    expect(items.map(({ versions }) => versions.length)).toEqual([1, 1, 1]);
    await deleteForever(again.id);
    expect([...stored.keys()]).toEqual([]);
  });

  it("is sent in several parts at once, which take no other bytes afterwards", async () => {
    const bytes = csv(documentRule.bytesMax + 3 * partBytes + 7);
    const { id } = await start(fileOf("several.csv", bytes));
    const sent = (first: number, count: number) => ({
      id,
      offset: first * partBytes,
      bytes: bytes.slice(first * partBytes, (first + count) * partBytes),
    });
    const wrong = { ...sent(0, 2), bytes: bytes.slice(0, partBytes + 1) };
    await expect(call(me, documentUploads.putPart, wrong)).rejects.toMatchObject({ code: "part_size" });
    expect((await call(me, documentUploads.putPart, sent(0, 3))).received).toBe(3 * partBytes);
    // A request of four parts whose server was killed before it moved the upload on: it goes on with one.
    const [before] = await app.db.select().from(documentUploadsTable);
    await call(me, documentUploads.putPart, sent(3, 4));
    await app.db.update(documentUploadsTable).set({ received: before!.received, carry: before!.carry });
    expect((await call(me, documentUploads.putPart, sent(3, 1))).received).toBe(4 * partBytes);
    const other = sent(4, 1);
    other.bytes[other.bytes.indexOf(0x37)] = 0x38;
    await expect(call(me, documentUploads.putPart, other)).rejects.toMatchObject({ code: "upload_changed" });
    const partCount = partsOf(bytes).length;
    for (let first = 0; first < partCount; first += sentPartsMax)
      await call(me, documentUploads.putPart, sent(first, sentPartsMax));
    await call(me, documentUploads.finish, { id, sha256: await digestOf(bytes) });
    const read = await me(new Request(`https://mizan.test/api/v1/files/${id}`));
    expect(isEqual(await bytesFrom(read), bytes)).toBe(true);
    await deleteForever(id);
    expect([...stored.keys()]).toEqual([]);
  });

  it("and no other type: refused by its name, or by its first bytes", async () => {
    const bytes = joined(pdf(), new Uint8Array(21 * partBytes));
    const tooLarge = { code: "document_too_large", details: { maximumMb: 20, textMaximumMb: 200 } };
    await expect(start(fileOf("scan.PDF", bytes))).rejects.toMatchObject(tooLarge);
    const { id } = await start(fileOf("scan.txt", bytes));
    await expect(send(id, partsOf(bytes).slice(0, 1))).rejects.toMatchObject(tooLarge);
    const file = fileOf("all.csv", new Uint8Array());
    await expect(start({ ...file, size: textBytesMax + 1 })).rejects.toMatchObject(tooLarge);
    expect(await start({ ...file, size: textBytesMax })).toMatchObject({ received: 0 });
    await cancelAll();
  });

  it("that is not continued, or whose folder is deleted, leaves no part", async () => {
    const bytes = large();
    const folder = await call(me, documents.createFolder, { id: newId(), parentId: null, name: "Uploads" });
    const [stale, inFolder] = [
      await start(fileOf("stale.csv", bytes)),
      await start(fileOf("in.csv", bytes, folder.id)),
    ];
    for (const { id } of [stale, inFolder]) await send(id, partsOf(bytes).slice(0, 2));
    expect(stored.size).toBe(4);
    await call(me, documents.trash, { ids: [folder.id] });
    await call(me, documents.remove, { ids: [folder.id] });
    await app.runJobs();
    expect(stored.size).toBe(2);
    app.clock.advance(2 * dayMs + 1);
    await removeStaleUploads(app.api.systemContext());
    await app.runJobs();
    expect(stored.size).toBe(0);
  });
});

async function cancelAll() {
  const { uploads } = await call(me, documentUploads.list, {});
  for (const { id } of uploads) await call(me, documentUploads.cancel, { id });
  await app.runJobs();
}

/** From the recycle bin, and from the store a day later. */
async function deleteForever(id: string) {
  await call(me, documents.trash, { ids: [id] });
  await call(me, documents.remove, { ids: [id] });
  await purgeTrash(app.api.systemContext());
  app.clock.advance(dayMs + 1);
  await removeLooseFiles(app.api.systemContext());
  await app.runJobs();
}
