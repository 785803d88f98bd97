import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileRule, scanTypes, pictureTypes, uploadFile } from "#base/files.ts";
import type { Refusal } from "#base/refusal.ts";
import type { FilePurpose } from "#api/files.ts";
import type { Pictures } from "#api/ports.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { type Bytes, picture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { vipsPictures } from "#hosts/node/pictures.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// How a server handles more and larger files than it can process at once.

const purposeOf = (rule: FileRule): FilePurpose => ({
  rule,
  upload: [brands.update],
  read: [brands.get],
  owners: brandStore.scopedRows,
});
const purposes = [
  purposeOf({ purpose: "brandPicture", accepts: pictureTypes, bytesMax: 5_242_880 }),
  purposeOf({ purpose: "brandDocument", accepts: scanTypes, bytesMax: 20_971_520 }),
];

const making = { count: 0, until: Promise.resolve() };
const vips = vipsPictures();
const pictures: Pictures = {
  remake: async (sent) => {
    making.count += 1;
    await making.until;
    return vips.remake(sent);
  },
};

let app: TestApi;
let huda: Transport;
let date: Bytes;
beforeAll(async () => {
  app = await testApi([brandsFeature, filesFeature(purposes)], { ports: { pictures } });
  ({ transport: huda } = await app.signIn("Huda", ["brands.read", "brands.update"]));
  date = await picture("jpeg", { width: 600, height: 400 });
});
afterAll(() => app.close());

type SentUpload = { id?: string; purpose?: string; name?: string; bytes?: Bytes };
const upload = (
  transport: Transport,
  { id = newId(), purpose = "brandPicture", name = "dates.jpg", bytes = date }: SentUpload = {},
) => call(transport, uploadFile, { id, purpose, name, bytes });

test("an upload that takes longer than a call may is refused with a code, and a retry finds it", async () => {
  let release = () => {};
  making.until = new Promise((resolve) => (release = resolve));
  const id = newId();
  const madeBefore = making.count;
  const response = await huda(requestFor(uploadFile, { id, purpose: "brandPicture", name: "large.jpg", bytes: date }));
  release();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await response.json()).toMatchObject({ code: "upload_under_way" });
  expect(await upload(huda, { id, name: "large.jpg" })).toMatchObject({ id });
  expect(making.count).toBe(madeBefore + 1);
});

test("an upload beyond the server's capacity is refused immediately, with a code for busy uploads", async () => {
  let release = () => {};
  making.until = new Promise((resolve) => (release = resolve));
  const madeBefore = making.count;
  const sent = Array.from({ length: 40 }, () => ({ id: newId() }));
  const answers = sent.map((each) =>
    upload(huda, each).then(
      () => "stored",
      (error: Refusal) => error,
    ),
  );
  // Refusals arrive while all accepted uploads still wait.
  const refused: Refusal[] = [];
  await new Promise<void>((resolve) => {
    for (const answer of answers)
      void answer.then((outcome) => {
        if (typeof outcome !== "string") refused.push(outcome);
        if (refused.length === 24) resolve();
        return outcome;
      });
  });
  release();
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(["503 uploads_busy"]));
  expect(refused[0]!.details).toMatchObject({ retryAfterSeconds: 2 });
  await Promise.all(answers);
  expect(making.count - madeBefore).toBe(16);
  expect(await Promise.all(sent.slice(0, 3).map((each) => upload(huda, each)))).toHaveLength(3);
  expect(app.logged.filter(({ event }) => event === "database unavailable")).toEqual([]);
});

// The formats that typesetting systems and office programs write.
test.each([
  ["a destination", "/OpenAction [5 0 R /XYZ null null 0]", []],
  ["an action", "/OpenAction << /S /GoTo /D [5 0 R /Fit] >>", []],
  ["an object that is an action", "/OpenAction 5 0 R", ["<</Type/Action/D[6 0 R/XYZ 0 792 null]/S/GoTo>>"]],
  ["an object that is a destination", "/OpenAction 5 0 R", ["[6 0 R /FitH 700]"]],
])("a document may open at a page by %s, and contain links", async (_what, catalogue, objects) => {
  const link = "<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://body.example) >> >>";
  const bytes = pdf({ catalogue, objects: [...objects, link] });
  expect(await upload(huda, { purpose: "brandDocument", bytes })).toMatchObject({ kind: "document" });
});
