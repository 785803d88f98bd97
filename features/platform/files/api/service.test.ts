import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeFile, fileLimits, type FileRule, scanTypes, pictureTypes, readFile, uploadFile } from "#base/files.ts";
import { Refusal } from "#base/refusal.ts";
import { dayMs } from "#base/time.ts";
import { inTransaction } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import type { Files, Pictures } from "#api/ports.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { type Bytes, picture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import {
  attachFiles,
  findSameBytes,
  releaseFiles,
  setFiles,
} from "#features/platform/files/api/service/attachments.ts";
import { vipsPictures } from "#hosts/node/pictures.ts";
import { keepFile } from "#features/platform/files/api/service/uploads.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// Brands, as an example of records with files.
const purposeOf = (rule: FileRule): FilePurpose => ({
  rule,
  upload: [brands.create, brands.update],
  read: [brands.get],
  owners: brandStore.scopedRows,
});
const pictures = purposeOf({ purpose: "brandPicture", accepts: pictureTypes, bytesMax: 5_242_880 });
const documents = purposeOf({ purpose: "brandDocument", accepts: scanTypes, bytesMax: 20_971_520 });

const passports: FilePurpose = {
  ...purposeOf({ purpose: "brandPassport", accepts: pictureTypes, bytesMax: 5_242_880 }),
  readsPersonalData: true,
};

const stored = new Map<string, Uint8Array>();
const failing = { puts: 0 };
const files: Files = {
  put: async (key, bytes) => {
    if (failing.puts > 0 && failing.puts-- > 0) throw new Error("the store is away");
    stored.set(key, bytes);
  },
  get: async (key) => stored.get(key) ?? null,
  remove: async (key) => void stored.delete(key),
};

const making = { count: 0 };
const vips = vipsPictures();
const pictureMaker: Pictures = {
  remake: (sent) => {
    making.count += 1;
    return vips.remake(sent);
  },
};

let app: TestApi;
let huda: Transport;
let hudaId: string;
let date: Bytes;
let noor: string;
let salam: string;
beforeAll(async () => {
  app = await testApi([brandsFeature, filesFeature([pictures, documents, passports])], {
    ports: { files, pictures: pictureMaker },
  });
  const signedIn = await app.signIn("Huda", ["brands.read", "brands.update"]);
  [huda, hudaId] = [signedIn.transport, signedIn.actor.userId];
  date = await picture("jpeg", { width: 600, height: 400 });
  [noor, salam] = [newId(), newId()];
  const brand = (id: string, name: string) => ({ id, values: { ...brandFields.empty, name, country: "AE" } });
  await insertBrands(app.api.systemContext(), [brand(noor, "Noor"), brand(salam, "Salam")]);
});
afterAll(() => app.close());

type UploadedFile = { id?: string; purpose?: string; name?: string; bytes?: Bytes };
const upload = (
  transport: Transport,
  { id = newId(), purpose = "brandPicture", name = "dates.jpg", bytes = date }: UploadedFile = {},
) => sentAgain(() => call(transport, uploadFile, { id, purpose, name, bytes }));
/** Sends a file again, as the page does, if the server still works on it. */
async function sentAgain<Result>(send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "upload_under_way")) throw error;
    }
  }
}
const read = (transport: Transport, id: string, size: "large" | "medium" | "small" = "large", headers = {}) => {
  const request = requestFor(readFile, { id, size });
  return transport(new Request(request, { headers }));
};
const asHuda = async () => ({ ...app.api.systemContext(), actor: { userId: hudaId } as never });
const attach = async (recordId: string, ...fileIds: string[]) =>
  inTransaction(await asHuda(), (ctx) => attachFiles(ctx, pictures, { recordId, fileIds, field: "images" }));

describe("a picture", () => {
  test("is re-encoded in three sizes, upright, and its dimensions are returned", async () => {
    const bytes = await picture("jpeg", { width: 2400, height: 1200, orientation: 6 });
    const file = await upload(huda, { bytes, name: "on its side.jpg" });
    expect(file).toMatchObject({ kind: "image", mediaType: "image/jpeg", width: 800, height: 1600 });
    expect(file.byteCount).toBe(bytes.byteLength);
    expect(file.placeholder).toMatch(/^data:image\/webp;base64,/);
    const edges = { large: 1600, medium: 400, small: 96 } as const;
    for (const [size, edge] of Object.entries(edges)) {
      const response = await read(huda, file.id, size as keyof typeof edges);
      const { format, width, height, exif } = await sharp(await response.arrayBuffer()).metadata();
      expect({ format, width, height, exif }).toEqual({
        format: "webp",
        width: edge / 2,
        height: edge,
        exif: undefined,
      });
    }
    // The upper left corner is rotated with the picture: upright it is at the upper right.
    const upright = await (await read(huda, file.id)).arrayBuffer();
    const { data, info } = await sharp(upright).raw().toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) => data[(y * info.width + x) * info.channels]!;
    expect(red(info.width - 3, 2)).toBeGreaterThan(150);
    expect(red(2, 2)).toBeLessThan(100);
  });

  test("is not enlarged", async () => {
    const file = await upload(huda, { bytes: await picture("png", { width: 50, height: 20 }), name: "small.png" });
    expect(file).toMatchObject({ mediaType: "image/png", width: 50, height: 20 });
  });

  test("of exactly 40 megapixels is accepted", async () => {
    const bytes = new Uint8Array(
      await sharp({ create: { width: 8000, height: 5000, channels: 3, background: "teal" } })
        .png()
        .toBuffer(),
    );
    expect(await upload(huda, { bytes })).toMatchObject({ width: 1600, height: 1000 });
  });

  test("that is too long is refused with the maximum length", async () => {
    const bytes = await picture("png", { width: fileLimits.edgeMax + 1, height: 10 });
    const { code, details } = await refusalOf(upload(huda, { bytes }));
    expect([code, details.maximumEdge]).toEqual(["picture_too_large", fileLimits.edgeMax]);
  });

  test("is served only as a picture, and only to its reader", async () => {
    const file = await upload(huda, { name: 'تمر "x"\u202egpj.exe' });
    const response = await read(huda, file.id);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": `inline; filename*=UTF-8''${encodeURIComponent('تمر "x"gpj.webp')}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
    const again = await read(huda, file.id, "large", { "if-none-match": headers.etag! });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    expect((await read(huda, file.id, "small", { "if-none-match": headers.etag! })).status).toBe(200);
  });
});

describe("a document", () => {
  test("is stored byte for byte, and served as a download", async () => {
    const bytes = pdf({ pages: 3 });
    const file = await upload(huda, { purpose: "brandDocument", bytes, name: "certificate.exe" });
    expect(file).toMatchObject({ kind: "document", mediaType: "application/pdf", pageCount: 3, width: null });
    const response = await read(huda, file.id);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''certificate.pdf");
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("may be a picture, which stays large enough to be legible", async () => {
    const bytes = await picture("png", { width: 5000, height: 3000 });
    const file = await upload(huda, { purpose: "brandDocument", bytes, name: "scan.png" });
    expect(file).toMatchObject({ kind: "image", width: 3508, height: 2105, pageCount: null });
  });
});

describe("an upload", () => {
  test("that is repeated returns the first one, and other bytes under its id are refused", async () => {
    const id = newId();
    const first = await upload(huda, { id });
    const kept = stored.size;
    expect(await upload(huda, { id })).toEqual(first);
    expect(stored.size).toBe(kept);
    const other = await picture("jpeg", { width: 61 });
    await expect(upload(huda, { id, bytes: other })).rejects.toMatchObject({ code: "file_exists" });
    await expect(upload(huda, { id, purpose: "brandDocument" })).rejects.toMatchObject({ code: "file_exists" });
  });

  test("that is sent many times at once is stored once", async () => {
    const id = newId();
    const kept = stored.size;
    const madeBefore = making.count;
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(huda, { id })));
    expect(making.count).toBe(madeBefore + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(stored.size).toBe(kept + 3);
  });

  test("that is sent to several processes at once is stored once", async () => {
    const sent = { id: newId(), name: "dates.jpg", bytes: date };
    const ctx = await asHuda();
    const kept = stored.size;
    const answers = await Promise.all(Array.from({ length: 6 }, () => keepFile(ctx, pictures, sent)));
    expect(new Set(answers.map(({ id, createdAt }) => `${id} ${createdAt}`)).size).toBe(1);
    expect(stored.size).toBe(kept + 3);
  });

  test("that failed in the object store is completed by the next attempt", async () => {
    const id = newId();
    failing.puts = 1;
    await expect(upload(huda, { id })).rejects.toMatchObject({ code: "internal" });
    expect((await read(huda, id)).status).toBe(404);
    expect(await upload(huda, { id })).toMatchObject({ id });
    expect((await read(huda, id)).status).toBe(200);
  });

  test("needs the permission of its purpose, and an existing purpose", async () => {
    const { transport: reader } = await app.signIn("Reader", ["brands.read"]);
    await expect(upload(reader)).rejects.toMatchObject({ code: "permission_denied" });
    await expect(upload(huda, { purpose: "anything" })).rejects.toMatchObject({ code: "not_found" });
    await expect(upload(huda, { name: "a\nb" })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("a file is visible", () => {
  test("only to the user who uploaded it, until a record shows it", async () => {
    const { transport: colleague } = await app.signIn("Colleague", ["brands.read", "brands.update"]);
    const { id } = await upload(huda);
    expect((await read(huda, id)).status).toBe(200);
    expect((await read(colleague, id)).status).toBe(404);
    await attach(noor, id);
    expect((await read(colleague, id)).status).toBe(200);
    expect(await call(colleague, describeFile, { id })).toMatchObject({ id, name: "dates.jpg" });
  });

  test("to readers of the record: its permission, and its scope", async () => {
    const { id } = await upload(huda);
    await attach(noor, id);
    const scoped = async (target: string) =>
      (await app.signIn("Scoped", ["brands.read@scope"], [{ kind: "brand", target }])).transport;
    const { transport: stranger } = await app.signIn("Stranger", ["users.read"]);
    expect((await read(await scoped(noor), id)).status).toBe(200);
    expect((await read(await scoped(salam), id)).status).toBe(404);
    expect((await read(stranger, id)).status).toBe(404);
    expect((await read(app.anonymous, id)).status).toBe(401);
    await expect(call(await scoped(salam), describeFile, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("to no user who may no longer see its record, including the user who uploaded it", async () => {
    const { transport: own, actor } = await app.signIn("Own", ["brands.read@own", "brands.update"]);
    const { id } = await upload(own);
    const ctx = { ...app.api.systemContext(), actor };
    await inTransaction(ctx, (inner) => attachFiles(inner, pictures, { recordId: noor, fileIds: [id] }));
    expect((await read(own, id)).status).toBe(404);
  });
});

test("and reading one with personal data is logged, under the record that shows it", async () => {
  const { id } = await upload(huda, { purpose: "brandPassport" });
  await inTransaction(await asHuda(), (ctx) => attachFiles(ctx, passports, { recordId: noor, fileIds: [id] }));
  const entries = () =>
    rowsOf<{ resource_id: string; file: string }>(
      app.db,
      sql`select resource_id, changes -> 'filter' -> 'after' ->> 'file' as file from audit_log
           where action = 'read' and resource = 'brands'`,
    );
  expect(await entries()).toEqual([]);
  expect((await read(huda, id)).status).toBe(200);
  expect(await entries()).toEqual([{ resource_id: noor, file: id }]);
});

describe("attaching", () => {
  test("refuses at the field a file that is unknown, another user's, of another purpose or of another record", async () => {
    const { transport: colleague } = await app.signIn("Colleague", ["brands.update"]);
    const others = await upload(colleague);
    const document = await upload(huda, { purpose: "brandDocument", bytes: pdf(), name: "a.pdf" });
    const taken = await upload(huda);
    await attach(salam, taken.id);
    for (const id of [newId(), others.id, document.id, taken.id])
      await expect(attach(noor, id)).rejects.toMatchObject({
        code: "file_unknown",
        errors: [{ path: "images", code: "file_unknown" }],
      });
  });

  test("gives the file to one of two records that want it at the same time", async () => {
    const { id } = await upload(huda);
    const outcomes = await Promise.allSettled([attach(noor, id), attach(salam, id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a full set of files detaches the others, and keeps the requested order", async () => {
    const brandId = newId();
    await insertBrands(app.api.systemContext(), [{ id: brandId, values: { ...brandFields.empty, name: "Bustan" } }]);
    const [one, two, three] = [await upload(huda), await upload(huda), await upload(huda)];
    const set = async (...fileIds: string[]) =>
      inTransaction(await asHuda(), (ctx) => setFiles(ctx, pictures, { recordId: brandId, fileIds, field: "images" }));
    await set(one.id, two.id);
    expect((await set(three.id, one.id)).map(({ id }) => id)).toEqual([three.id, one.id]);
    expect(await recordsOf(one.id, two.id, three.id)).toEqual([brandId, null, brandId]);
    await set();
    expect(await recordsOf(one.id, two.id, three.id)).toEqual([null, null, null]);
  });

  test("accepts a file that another user uploaded if their change is applied with approval", async () => {
    const { id } = await upload(huda);
    const { actor: decider } = await app.signIn("Decider", ["brands.update"]);
    const approval = { id: newId(), requestedByName: "Huda" };
    const ctx = { ...app.api.systemContext(), actor: decider };
    const attachAs = (change: object) =>
      inTransaction({ ...ctx, ...change }, (inner) =>
        attachFiles(inner, pictures, { recordId: noor, fileIds: [id], field: "images" }),
      );
    await expect(attachAs({})).rejects.toMatchObject({ code: "file_unknown" });
    await attachAs({ approval });
    expect(await recordsOf(id)).toEqual([noor]);
  });

  test("that is rolled back with the change of the record leaves the file unattached", async () => {
    const { id } = await upload(huda);
    const change = inTransaction(await asHuda(), async (ctx) => {
      await attachFiles(ctx, pictures, { recordId: noor, fileIds: [id] });
      throw new Error("the record could not be saved");
    });
    await expect(change).rejects.toThrow("could not be saved");
    expect(await recordsOf(id)).toEqual([null]);
  });
});

test("duplicate bytes are found, whatever the file's name and re-encoding", async () => {
  const bytes = await picture("png", { width: 77 });
  const first = await upload(huda, { bytes, name: "one.png" });
  const second = await upload(huda, { bytes, name: "two.png" });
  const other = await upload(huda, { bytes: await picture("png", { width: 78 }) });
  const loose = await upload(huda, { bytes, name: "three.png" });
  await attach(noor, first.id);
  const requested = { fileIds: [second.id, other.id, loose.id] };
  expect(await findSameBytes(app.api.systemContext(), { ...requested, exceptRecordId: salam })).toEqual(
    [second.id, loose.id].map((ofFileId) => ({
      ofFileId,
      fileId: first.id,
      purpose: "brandPicture",
      resource: "brands",
      resourceId: noor,
    })),
  );
  expect(await findSameBytes(app.api.systemContext(), { ...requested, exceptRecordId: noor })).toEqual([]);
});

test("a file that no record has shown for a day is deleted, with its bytes", async () => {
  const { id: loose } = await upload(huda);
  const { id: shown } = await upload(huda);
  const { id: released } = await upload(huda);
  await attach(noor, shown, released);
  app.clock.advance(dayMs / 2);
  await inTransaction(await asHuda(), (ctx) => releaseFiles(ctx, { recordId: noor, fileIds: [released] }));
  await app.runJobs();
  expect(await recordsOf(loose, shown, released)).toEqual([null, noor, null]);
  const keys = await rowsOf<{ key: string }>(app.db, sql`select key from files where id = ${loose}`);
  const bytesLeft = () => [...stored.keys()].filter((key) => key.includes(keys[0]!.key)).length;
  expect(bytesLeft()).toBe(3);
  app.clock.advance(dayMs / 2 + 1);
  await app.runJobs();
  expect(await recordsOf(loose, shown, released)).toEqual([undefined, noor, null]);
  expect(bytesLeft()).toBe(0);
  app.clock.advance(dayMs);
  await app.runJobs();
  expect(await recordsOf(shown, released)).toEqual([noor, undefined]);
});

/** The record that shows each file; null for an unattached one, undefined for a deleted one. */
async function recordsOf(...ids: string[]): Promise<(string | null | undefined)[]> {
  const rows = await rowsOf<{ id: string; resource_id: string | null }>(
    app.db,
    sql`select id, resource_id from files where id in (${sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )})`,
  );
  const byId = new Map(rows.map(({ id, resource_id }) => [id, resource_id]));
  return ids.map((id) => byId.get(id));
}
