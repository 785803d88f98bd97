import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { bytesOf } from "#api/testing/pictureBytes.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { createFolder, listItems, uploadAs, wireList } from "#demos/files/api/testing/documentCalls.ts";
import { documents } from "#demos/files/contract.ts";
import { featuresWith } from "#features/api.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let me: Transport;
let other: Transport;
beforeAll(async () => {
  app = await testApi(featuresWith(demos));
  await seedOnce(app.api.systemContext(), featuresWith(demos));
  ({ transport: me } = await app.signIn("Aisyah", []));
  ({ transport: other } = await app.signIn("Bilal", []));
});
afterAll(() => app.close());

describe("available offline", () => {
  it("is each user's own choice, needs no right to change the file, and does not change it", async () => {
    const { id, version, updatedAt } = await uploadAs(me, "Offline.txt", bytesOf("to read on a plane"));
    const offlineNames = async (transport: Transport) =>
      (await listItems(transport, { view: "offline" })).map(({ name }) => name);
    const sample = (await offlineNames(me)).at(-1)!;
    await call(other, documents.setOffline, { id, isOffline: true });
    expect(await call(other, documents.get, { id })).toMatchObject({ isOffline: true, version, updatedAt });
    expect(await call(me, documents.get, { id })).toMatchObject({ isOffline: false });
    expect(await offlineNames(other)).toContain("Offline.txt");
    expect(await offlineNames(me)).not.toContain("Offline.txt");
    expect((await wireList(other)).find((file) => file.id === id)).toMatchObject({ offline: true });
    // The samples are available offline until a user says otherwise.
    const { id: sampleId } = (await listItems(me, { view: "offline" })).find(({ name }) => name === sample)!;
    await call(me, documents.setOffline, { id: sampleId, isOffline: false });
    await call(me, documents.setOffline, { id: sampleId, isOffline: false });
    expect(await offlineNames(me)).not.toContain(sample);
    expect(await offlineNames(other)).toContain(sample);
    await call(me, documents.setOffline, { id: sampleId, isOffline: true });
    expect(await offlineNames(me)).toContain(sample);
  });

  it("refuses folders and files that the caller may not see, and drops what they may no longer see", async () => {
    const { id } = await uploadAs(me, "Mine alone.txt", bytesOf("private"));
    await call(other, documents.setOffline, { id, isOffline: true });
    await call(me, documents.update, { id, isPrivate: true });
    expect((await listItems(other, { view: "offline" })).map((row) => row.id)).not.toContain(id);
    const refused = { code: "not_found" };
    await expect(call(other, documents.setOffline, { id, isOffline: true })).rejects.toMatchObject(refused);
    const { id: folderId } = await createFolder(me, "No bytes");
    await expect(call(me, documents.setOffline, { id: folderId, isOffline: true })).rejects.toMatchObject(refused);
  });

  it("ends with the file", async () => {
    const { id } = await uploadAs(me, "Short-lived.txt", bytesOf("gone soon"));
    await call(other, documents.setOffline, { id, isOffline: true });
    await call(me, documents.trash, { ids: [id] });
    expect((await listItems(other, { view: "offline" })).map((row) => row.id)).not.toContain(id);
    await call(me, documents.remove, { ids: [id] });
    await expect(call(other, documents.get, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});
