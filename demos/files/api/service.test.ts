import { eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFile } from "#base/files.ts";
import { dayMs } from "#base/time.ts";
import { seedOnce } from "#api/seed.ts";
import { bytesOf, joined } from "#api/testing/pictureBytes.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { purgeTrash } from "#demos/files/api/service/moves.ts";
import { documentsTable } from "#demos/files/api/tables.ts";
import { documents, documentUploads, WireFile } from "#demos/files/contract.ts";
import { partBytes } from "#demos/files/rules.ts";
import { todos } from "#demos/todo/contract.ts";
import { featuresWith } from "#features/api.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let me: Transport;
let other: Transport;
let retailerId: string;
beforeAll(async () => {
  app = await testApi(featuresWith(demos));
  await seedOnce(app.api.systemContext(), featuresWith(demos));
  ({ transport: me } = await app.signIn("Aisyah", ["retailers.read", "retailers.update"]));
  ({ transport: other } = await app.signIn("Bilal", []));
  const [retailer] = await app.db.select({ id: retailersTable.id }).from(retailersTable).limit(1);
  retailerId = retailer!.id;
});
afterAll(() => app.close());

const wireList = async (transport: Transport) => {
  const response = await transport(new Request("https://mizan.test/api/file-manager-app/files"));
  return (await response.json()) as WireFile[];
};
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
const partsOf = (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from({ length: Math.ceil(bytes.byteLength / partBytes) }, (_, at) => ({
    offset: at * partBytes,
    bytes: bytes.slice(at * partBytes, (at + 1) * partBytes),
  }));

async function upload(name: string, bytes: Uint8Array<ArrayBuffer>, parentId: string | null = null, by = me) {
  const sent = { id: newId(), parentId, name, size: bytes.byteLength, modifiedAt: "2026-01-01T00:00:00.000Z" };
  const { id } = await call(by, documentUploads.start, sent);
  for (const part of partsOf(bytes)) await call(by, documentUploads.putPart, { id, ...part });
  return call(by, documentUploads.finish, { id, sha256: await sha256(bytes) });
}
const text = (words: string) => bytesOf(words);
const folder = (name: string, parentId: string | null = null) =>
  call(me, documents.createFolder, { id: newId(), parentId, name });
const list = async (transport: Transport, input: object) =>
  (
    await call(transport, documents.list, {
      view: "folder",
      sort: "name",
      limit: 100,
      count: "none",
      ...input,
    } as never)
  ).rows;
const namesIn = async (folderId: string) => (await list(me, { folder: folderId })).map(({ name }) => name);

describe("the call of spec 001", () => {
  it("FIL-1, FIL-2 answers folders and files with exactly the twelve keys, and what B8 counts", async () => {
    const files = await wireList(other);
    for (const file of files) expect(Object.keys(file).sort()).toEqual(Object.keys(WireFile.shape).sort());
    const count = (isCounted: (file: WireFile) => boolean) => files.filter(isCounted).length;
    expect({
      folders: count(({ type }) => type === "folder"),
      documents: count(({ type }) => type === "document"),
      spreadsheets: count(({ type }) => type === "spreadsheet"),
      offline: count(({ offline }) => offline),
      arabic: count(({ name }) => /[\u0600-\u06ff]/.test(name)),
      pictures: count(({ preview }) => preview !== ""),
    }).toEqual({ folders: 7, documents: 24, spreadsheets: 12, offline: 6, arabic: 6, pictures: 4 });
    const first = files.find(({ id }) => id === "1")!;
    expect(first).toMatchObject({ name: "Certificates", type: "folder", size: "", extention: "", location: "Files" });
    expect(files.find(({ name }) => name === "Travel policy.pdf")).toMatchObject({
      extention: "pdf",
      location: "Files > Policies",
      preview: "",
      owner: "Mizan",
    });
    const { rows } = (await app.db.execute(sql`select
      count(*) filter (where expires_on is not null)::int as expiring,
      count(*) filter (where expires_on < '2026-11-20')::int as past,
      count(*) filter (where expires_on between '2026-11-20' and '2026-12-20')::int as soon from documents`)) as never as {
      rows: object[];
    };
    expect(rows[0]).toEqual({ expiring: 8, past: 2, soon: 3 });
  });
});

describe("available offline", () => {
  it("is each user's own choice, needs no right to change the file, and does not change it", async () => {
    const { id, version, updatedAt } = await upload("Offline.txt", text("to read on a plane"));
    const offlineNames = async (transport: Transport) =>
      (await list(transport, { view: "offline" })).map(({ name }) => name);
    const sample = (await offlineNames(me)).at(-1)!;
    await call(other, documents.setOffline, { id, isOffline: true });
    expect(await call(other, documents.get, { id })).toMatchObject({ isOffline: true, version, updatedAt });
    expect(await call(me, documents.get, { id })).toMatchObject({ isOffline: false });
    expect(await offlineNames(other)).toContain("Offline.txt");
    expect(await offlineNames(me)).not.toContain("Offline.txt");
    expect((await wireList(other)).find((file) => file.id === id)).toMatchObject({ offline: true });
    // The samples are available offline until a user says otherwise.
    const { id: sampleId } = (await list(me, { view: "offline" })).find(({ name }) => name === sample)!;
    await call(me, documents.setOffline, { id: sampleId, isOffline: false });
    await call(me, documents.setOffline, { id: sampleId, isOffline: false });
    expect(await offlineNames(me)).not.toContain(sample);
    expect(await offlineNames(other)).toContain(sample);
    await call(me, documents.setOffline, { id: sampleId, isOffline: true });
    expect(await offlineNames(me)).toContain(sample);
  });

  it("refuses folders and files that the caller may not see, and drops what they may no longer see", async () => {
    const { id } = await upload("Mine alone.txt", text("private"));
    await call(other, documents.setOffline, { id, isOffline: true });
    await call(me, documents.update, { id, isPrivate: true });
    expect((await list(other, { view: "offline" })).map((row) => row.id)).not.toContain(id);
    const refused = { code: "not_found" };
    await expect(call(other, documents.setOffline, { id, isOffline: true })).rejects.toMatchObject(refused);
    const { id: folderId } = await folder("No bytes");
    await expect(call(me, documents.setOffline, { id: folderId, isOffline: true })).rejects.toMatchObject(refused);
  });

  it("ends with the file", async () => {
    const { id } = await upload("Short-lived.txt", text("gone soon"));
    await call(other, documents.setOffline, { id, isOffline: true });
    await call(me, documents.trash, { ids: [id] });
    expect((await list(other, { view: "offline" })).map((row) => row.id)).not.toContain(id);
    await call(me, documents.remove, { ids: [id] });
    await expect(call(other, documents.get, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an upload", () => {
  it("continues where it broke off, also with another id, and shows nothing until it is whole", async () => {
    const bytes = joined(text("a".repeat(partBytes)), text("b".repeat(partBytes)), text("the end"));
    const file = { parentId: null, name: "large.txt", size: bytes.byteLength, modifiedAt: "2026-01-02T00:00:00.000Z" };
    const { id } = await call(me, documentUploads.start, { id: newId(), ...file });
    const [first, second, third] = partsOf(bytes);
    await call(me, documentUploads.putPart, { id, ...first! });
    // A part that comes too early, twice, or in another size.
    await expect(call(me, documentUploads.putPart, { id, ...third! })).rejects.toMatchObject({
      code: "part_misplaced",
    });
    expect((await call(me, documentUploads.putPart, { id, ...first! })).received).toBe(partBytes);
    await expect(
      call(me, documentUploads.putPart, { id, offset: partBytes, bytes: text("short") }),
    ).rejects.toMatchObject({ code: "part_size" });
    const done = { id, sha256: await sha256(bytes) };
    await expect(call(me, documentUploads.finish, done)).rejects.toMatchObject({ code: "upload_incomplete" });
    // The page was reloaded: the same file is chosen again.
    const again = await call(me, documentUploads.start, { id: newId(), ...file });
    expect(again).toMatchObject({ id, received: partBytes });
    expect((await call(me, documentUploads.list, {})).uploads.map((each) => each.name)).toEqual(["large.txt"]);
    expect((await call(other, documentUploads.list, {})).uploads).toEqual([]);
    await expect(call(other, documentUploads.putPart, { id, ...second! })).rejects.toMatchObject({
      code: "upload_unknown",
    });
    // One twice, and the next one while these are on their way.
    await Promise.all([third!, second!, second!].map((part) => call(me, documentUploads.putPart, { id, ...part })));
    expect((await wireList(me)).some(({ name }) => name === "large.txt")).toBe(false);
    const item = await call(me, documentUploads.finish, done);
    expect(item).toMatchObject({ name: "large.txt", byteCount: bytes.byteLength, owner: "Aisyah" });
    expect(await call(me, documentUploads.finish, done)).toMatchObject({ id: item.id, version: item.version });
    expect((await call(me, documentUploads.list, {})).uploads).toEqual([]);
    const read = await me(new Request(`https://mizan.test/api/v1/files/${item.fileId}`));
    expect([
      read.headers.get("content-disposition")?.slice(0, 10),
      await sha256(new Uint8Array(await read.arrayBuffer())),
    ]).toEqual(["attachment", done.sha256]);
  });

  it("of changed bytes, or of a type that could run, stores nothing", async () => {
    const bytes = text("<p>one</p>");
    const { id } = await call(me, documentUploads.start, {
      id: newId(),
      parentId: null,
      name: "page.txt",
      size: bytes.byteLength,
      modifiedAt: "2026-01-03T00:00:00.000Z",
    });
    await call(me, documentUploads.putPart, { id, offset: 0, bytes });
    const wrong = call(me, documentUploads.finish, { id, sha256: await sha256(text("<p>two</p>")) });
    await expect(wrong).rejects.toMatchObject({ code: "upload_changed" });
    await call(me, documentUploads.cancel, { id });
    await expect(upload("macro.xlsx", text("PK\u0003\u0004 and no more than this"))).rejects.toMatchObject({
      status: 422,
    });
    await expect(upload("binary.txt", joined(text("a"), Uint8Array.of(0, 1, 255)))).rejects.toMatchObject({
      code: "text_unreadable",
    });
    const names = (await wireList(me)).map(({ name }) => name);
    expect(names.filter((name) => /page|macro|binary/.test(name))).toEqual([]);
  });

  it("with a known name becomes a new version, and an earlier one can be restored", async () => {
    const place = await folder("Versions");
    const first = await upload("terms.txt", text("first"), place.id);
    const second = await upload("Terms.TXT", text("second"), place.id);
    expect(second).toMatchObject({ id: first.id, versions: [{ no: 2, by: "Aisyah" }, { no: 1 }] });
    const restored = await call(me, documents.restoreVersion, { id: first.id, no: 1 });
    expect(restored).toMatchObject({ fileId: first.fileId, versions: [{ no: 3 }, { no: 2 }] });
    // Both versions can still be read.
    for (const fileId of [first.fileId!, second.fileId!])
      expect((await download(me, readFile, { id: fileId, size: "large" })).size).toBeGreaterThan(0);
  });

  it("keeps ten versions, and releases the bytes of an eleventh unless a copy has them", async () => {
    const place = await folder("Many versions");
    const stored: string[] = [];
    for (let no = 1; no <= 12; no++) {
      const item = await upload("notes.txt", text(`${no}`), place.id);
      stored.push(item.fileId!);
      // The copy has the second version.
      if (no === 2) await call(me, documents.copy, { copies: [{ from: item.id, to: newId() }], parentId: null });
    }
    const loose = await app.db.select({ id: filesTable.id }).from(filesTable).where(isNotNull(filesTable.looseSince));
    const ids = new Set(loose.map(({ id }) => id));
    expect(stored.map((id) => ids.has(id))).toEqual([true, ...Array.from({ length: 11 }, () => false)]);
  });
});

describe("rights", () => {
  it("follow the linked record in every call, and a private item is unknown to others", async () => {
    const place = await folder("Contracts of one retailer");
    const file = await upload("quarterly lease.pdf", pdf(), place.id);
    await call(me, documents.update, { id: place.id, link: { resource: "retailers", id: retailerId } });
    const unknown = { code: "not_found" };
    for (const id of [place.id, file.id]) {
      await expect(call(other, documents.get, { id })).rejects.toMatchObject(unknown);
      await expect(call(other, documents.update, { id, name: "mine" })).rejects.toMatchObject(unknown);
      expect(await call(other, documents.trash, { ids: [id] })).toEqual({ changed: [], missing: [id] });
    }
    await expect(call(other, readFile, { id: file.fileId!, size: "large" })).rejects.toMatchObject(unknown);
    expect((await wireList(other)).some(({ name }) => name === "quarterly lease.pdf")).toBe(false);
    expect(await list(other, { view: "all", search: "quarterly lease" })).toEqual([]);
    // Readers of the retailer see it, and may not change it.
    const { transport: reader } = await app.signIn("Reader", ["retailers.read"]);
    expect(await call(reader, documents.get, { id: file.id })).toMatchObject({ canEdit: false });
    await expect(call(reader, documents.trash, { ids: [file.id] })).rejects.toMatchObject({
      code: "permission_denied",
    });
    // What is put into the folder follows it.
    expect(await upload("annex.txt", text("annex"), place.id)).toMatchObject({ linkedId: retailerId });
    await expect(
      call(other, documents.createFolder, { id: newId(), parentId: place.id, name: "x" }),
    ).rejects.toMatchObject({ code: "folder_unknown" });
    const own = await upload("diary.txt", text("mine"));
    await call(me, documents.update, { id: own.id, isPrivate: true });
    await expect(call(other, documents.get, { id: own.id })).rejects.toMatchObject(unknown);
    await expect(call(other, readFile, { id: own.fileId!, size: "large" })).rejects.toMatchObject(unknown);
    await expect(call(other, documents.share, { id: own.id, days: 1 })).rejects.toMatchObject(unknown);
  });
});

describe("many items", () => {
  it("are moved, copied with their content, and never put into themselves", async () => {
    const [from, to] = [await folder("From"), await folder("To")];
    const inner = await folder("Inner", from.id);
    const files = [await upload("a.txt", text("a"), inner.id), await upload("b.txt", text("b"), from.id)];
    await call(me, documents.move, { ids: [inner.id, files[1]!.id], parentId: to.id });
    expect([await namesIn(from.id), await namesIn(to.id)]).toEqual([[], ["Inner", "b.txt"]]);
    await expect(call(me, documents.move, { ids: [to.id], parentId: inner.id })).rejects.toMatchObject({
      code: "folder_in_itself",
    });
    const copies = [
      { from: inner.id, to: newId() },
      { from: files[1]!.id, to: newId() },
    ];
    for (const _ of [1, 2]) await call(me, documents.copy, { copies, parentId: to.id });
    expect(await namesIn(to.id)).toEqual(["Inner", "Inner (2)", "b (2).txt", "b.txt"]);
    expect(await namesIn(copies[0]!.to)).toEqual(["a.txt"]);
    await upload("a.txt", text("taken"), from.id);
    await expect(call(me, documents.move, { ids: [files[0]!.id], parentId: from.id })).rejects.toMatchObject({
      code: "name_taken",
    });
  });

  it("go to the recycle bin and back, and are deleted after 30 days, with bytes that no copy has", async () => {
    const place = await folder("Old");
    const [kept, copied] = [
      await upload("kept.txt", text("kept 1"), place.id),
      await upload("copied.txt", text("copied 1"), place.id),
    ];
    const copy = { from: copied.id, to: newId() };
    await call(me, documents.copy, { copies: [copy], parentId: null });
    await call(me, documents.trash, { ids: [place.id] });
    expect((await wireList(me)).some(({ name }) => name === "kept.txt")).toBe(false);
    expect((await list(me, { view: "trash" })).map(({ name }) => name)).toContain("Old");
    expect((await list(me, { view: "trash" })).map(({ name }) => name)).not.toContain("kept.txt");
    // Meanwhile another takes the name.
    await folder("Old");
    await call(me, documents.restore, { ids: [place.id] });
    expect(await call(me, documents.get, { id: place.id })).toMatchObject({ name: "Old (2)", trashedAt: null });
    expect(await namesIn(place.id)).toEqual(["copied.txt", "kept.txt"]);
    await call(me, documents.trash, { ids: [place.id] });
    const system = () => app.api.systemContext();
    app.clock.advance(30 * dayMs);
    await purgeTrash(system());
    expect((await list(me, { view: "trash" })).length).toBeGreaterThan(0);
    app.clock.advance(1);
    await purgeTrash(system());
    await expect(call(me, documents.get, { id: kept.id })).rejects.toMatchObject({ code: "not_found" });
    const loose = await app.db.select({ id: filesTable.id }).from(filesTable).where(isNotNull(filesTable.looseSince));
    const ids = new Set(loose.map(({ id }) => id));
    expect([ids.has(kept.fileId!), ids.has(copied.fileId!)]).toEqual([true, false]);
    expect((await download(me, readFile, { id: copied.fileId!, size: "large" })).size).toBeGreaterThan(0);
    expect(await app.db.$count(documentsTable, eq(documentsTable.id, copy.to))).toBe(1);
  });
});

describe("a file", () => {
  it("reminds of its expiry by a to-do, which goes when the date does", async () => {
    const file = await upload("licence.pdf", pdf());
    await call(me, documents.update, { id: file.id, expiresOn: "2027-03-01", documentType: "certificate" });
    const todo = async () => (await call(me, todos.list, {})).find(({ id }) => id === `document-${file.id}`);
    expect(await todo()).toMatchObject({ dueDate: "2027-03-01", startDate: "2027-01-30" });
    await call(me, documents.update, { id: file.id, expiresOn: "2027-04-01" });
    expect(await todo()).toMatchObject({ dueDate: "2027-04-01" });
    expect((await list(me, { view: "expiring" })).map(({ name }) => name)).not.toContain("licence.pdf");
    await call(me, documents.update, { id: file.id, expiresOn: null });
    expect(await todo()).toBeUndefined();
    await expect(call(me, documents.update, { id: file.id, version: 1, name: "x.pdf" })).rejects.toMatchObject({
      code: "version_conflict",
    });
  });

  it("opens by its link without signing in, until it expires, is replaced or removed", async () => {
    const file = await upload("shared.txt", text("shared"));
    const { secret } = await call(me, documents.share, { id: file.id, days: 1 });
    const open = (withSecret: string | null) =>
      app.anonymous(new Request(`https://mizan.test/api/file-manager-app/x/shared/${file.id}?secret=${withSecret}`));
    const opened = await open(secret);
    expect([opened.status, await opened.text(), opened.headers.get("x-content-type-options")]).toEqual([
      200,
      "shared",
      "nosniff",
    ]);
    expect((await open("0")).status).toBe(404);
    const openings = async () => {
      const { linkOpens, linkOpenedAt } = await call(me, documents.get, { id: file.id });
      return [linkOpens, linkOpenedAt];
    };
    expect(await openings()).toEqual([1, app.clock.now]);
    const next = await call(me, documents.share, { id: file.id, days: 1 });
    expect(await openings()).toEqual([0, null]);
    expect([(await open(secret)).status, (await open(next.secret)).status]).toEqual([404, 200]);
    app.clock.advance(dayMs);
    expect((await open(next.secret)).status).toBe(404);
  });

  it("is found in a folder of thousands by pages that continue where the last ended", async () => {
    const place = await folder("Thousands");
    await app.db.execute(sql`insert into documents
      (id, parent_id, type, name, name_key, sort_key, extension, file_id, byte_count, versions, is_private, is_offline, owner_id, opens, words, version, created_at, updated_at)
      select gen_random_uuid(), ${place.id}::uuid, 'document', 'file ' || n, 'file ' || n, 'file ' || lpad(n::text, 6, '0'), '', file_id, 1, '[]',
             false, false, null, 0, 'file ' || n, 1, now(), now()
        from generate_series(1, 1000) as n, (select file_id from documents where file_id is not null limit 1) as any_file`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(me, documents.list, {
        view: "folder",
        folder: place.id,
        sort: "name",
        limit: 100,
        count: "none",
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.rows.map(({ name }) => name));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, at) => `file ${at + 1}`));
  });
});
