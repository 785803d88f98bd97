import { afterAll, beforeAll, expect, test } from "vitest";
import { readFile, uploadFile } from "#base/files.ts";
import type { Files } from "#api/ports.ts";
import { picture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brandLogos } from "#features/catalogue/brands/api/store.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { vipsPictures } from "#hosts/node/pictures.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

const stored = new Map<string, Uint8Array>();
const files: Files = {
  put: async (key, bytes) => void stored.set(key, bytes),
  get: async (key) => stored.get(key) ?? null,
  remove: async (key) => void stored.delete(key),
};

let app: TestApi;
let huda: Transport;
let karim: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature, filesFeature([brandLogos])], { ports: { files, pictures: vipsPictures() } });
  const grants = ["brands.read", "brands.create", "brands.update", "brands.delete"];
  ({ transport: huda } = await app.signIn("Huda", grants));
  ({ transport: karim } = await app.signIn("Karim", ["brands.read@scope"], [{ kind: "country", target: "TR" }]));
});
afterAll(() => app.close());

async function upload(transport = huda): Promise<string> {
  const bytes = await picture("png", { width: 300, height: 300 });
  return (await call(transport, uploadFile, { id: newId(), purpose: "brandLogo", name: "logo.png", bytes })).id;
}
const seenBy = async (transport: Transport, id: string) =>
  (await transport(requestFor(readFile, { id, size: "small" }))).status;

test("a brand shows its logo in the list and on its page, to users who may see the brand", async () => {
  const id = newId();
  const logoFileId = await upload();
  const words = { logoAlt: "A date palm", logoAltI18n: { ar: "نخلة" } };
  const made = await call(huda, brands.create, { id, name: "Noor", country: "AE", logoFileId, ...words });
  expect(made).toMatchObject({ logoFileId, ...words });
  // A repeated request returns the same brand with the same logo.
  expect(await call(huda, brands.create, { id, name: "Noor", country: "AE", logoFileId, ...words })).toEqual(made);
  const { rows } = await call(huda, brands.list, { sort: "name", limit: 25, count: "none" });
  expect(rows).toMatchObject([{ id, logoFileId }]);
  expect(await seenBy(huda, logoFileId)).toBe(200);
  expect(await seenBy(karim, logoFileId)).toBe(404);
});

test("a logo that is changed or removed is no longer visible", async () => {
  const id = newId();
  const [first, second] = [await upload(), await upload()];
  await call(huda, brands.create, { id, name: "Salam", country: "TR", logoFileId: first });
  expect(await seenBy(karim, first)).toBe(200);
  const changed = await call(huda, brands.update, { id, version: 1, logoFileId: second });
  expect([changed.logoFileId, await seenBy(karim, first), await seenBy(karim, second)]).toEqual([second, 404, 200]);
  const bare = await call(huda, brands.update, { id, version: 2, logoFileId: null });
  expect([bare.logoFileId, await seenBy(karim, second)]).toEqual([null, 404]);
  const third = await upload();
  await call(huda, brands.update, { id, version: 3, logoFileId: third });
  await call(huda, brands.remove, { id, version: 4 });
  expect(await seenBy(karim, third)).toBe(404);
});

test("an unknown logo, or another brand's, is refused at its field and nothing is written", async () => {
  const logoFileId = await upload();
  await call(huda, brands.create, { id: newId(), name: "Owner", logoFileId });
  for (const wrong of [newId(), logoFileId]) {
    const id = newId();
    await expect(call(huda, brands.create, { id, name: "Thief", logoFileId: wrong })).rejects.toMatchObject({
      code: "file_unknown",
      errors: [{ path: "logoFileId" }],
    });
    await expect(call(huda, brands.get, { id })).rejects.toMatchObject({ code: "not_found" });
  }
});
