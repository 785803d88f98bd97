import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { documents, fileManager, WireFile } from "#demos/files/contract.ts";
import { featuresWith } from "#features/api.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { call, type Transport } from "#web/call.ts";

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

describe("the icon of a folder", () => {
  const icon = "flight_takeoff";
  const refused = (code: string) => ({ status: 422, code: "invalid_input", errors: [{ path: "icon", code }] });

  it("is one of the catalogue, is copied with the folder, and changes no call of spec 001", async () => {
    const made = await call(me, documents.createFolder, { id: newId(), parentId: null, name: "Journeys", icon });
    expect(await call(me, documents.update, { id: made.id, name: "Trips" })).toMatchObject({ icon });
    const { folders } = await call(other, documents.folders, {});
    expect(folders.find(({ id }) => id === made.id)).toMatchObject({ name: "Trips", icon });
    const copy = newId();
    await call(me, documents.copy, { copies: [{ from: made.id, to: copy }], parentId: null });
    expect(await call(me, documents.get, { id: copy })).toMatchObject({ icon });
    const files = await call(me, fileManager.files, {});
    const file = files.find(({ id }) => id === made.id)!;
    expect(Object.keys(file).sort()).toEqual(Object.keys(WireFile.shape).sort());
    expect(await call(me, documents.update, { id: made.id, icon: null })).toMatchObject({ icon: null });
  });

  it("is refused if it is unknown, on a file, and by users who may not change the folder", async () => {
    const unknown = "flight_to_nowhere";
    const sent = { id: newId(), parentId: null, name: "Nowhere", icon: unknown };
    await expect(call(me, documents.createFolder, sent)).rejects.toMatchObject(refused("icon_unknown"));
    await expect(call(me, documents.get, { id: sent.id })).rejects.toMatchObject({ code: "not_found" });
    const place = await call(me, documents.createFolder, { id: newId(), parentId: null, name: "Somewhere" });
    const named = { id: place.id, name: "Renamed", icon: unknown };
    await expect(call(me, documents.update, named)).rejects.toMatchObject(refused("icon_unknown"));
    expect(await call(me, documents.get, { id: place.id })).toMatchObject({ name: "Somewhere", icon: null });
    const { rows } = await call(me, documents.list, { view: "all", sort: "name", limit: 100, count: "none" } as never);
    const file = rows.find(({ type, linkedResource }) => type === "document" && linkedResource === null)!;
    await expect(call(me, documents.update, { id: file.id, icon })).rejects.toMatchObject(refused("icon_of_file"));
    await call(me, documents.update, { id: place.id, link: { resource: "retailers", id: retailerId } });
    const { transport: reader } = await app.signIn("Reader of icons", ["retailers.read"]);
    await expect(call(reader, documents.update, { id: place.id, icon })).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
});
