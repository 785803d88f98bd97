import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { foldersMax, labelsMax, todoExtras, todos } from "#demos/todo/contract.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
beforeAll(async () => {
  app = await testApi([todoFeature]);
});
afterAll(() => app.close());

const signInUser = async () => (await app.signIn("Aisyah", [])).transport;
const handles = async (transport: Transport, kind: "folders" | "labels") =>
  (await call(transport, todoExtras.overview, {}))[kind].map(({ handle }) => handle);

describe("own folders", () => {
  it("show the to-dos that are moved into them, at their own URL", async () => {
    const me = await signInUser();
    const folder = await call(me, todoExtras.addFolder, { title: "Ramadan 1448" });
    expect(folder).toEqual({ id: expect.any(Number), handle: "ramadan-1448", title: "Ramadan 1448", icon: "folder" });
    const { id } = await call(me, todoExtras.add, { id: newId(), set: { title: "A" } });
    await call(me, todoExtras.add, { id: newId(), set: { title: "B" } });
    await call(me, todos.setFolder, { selectedTodoIds: [id], folderId: folder.id });
    const shown = await call(me, todos.list, { folderHandle: "ramadan-1448" });
    expect(shown).toMatchObject([{ title: "A", folder: folder.id }]);
  });

  it("keep their URL when they are renamed", async () => {
    const me = await signInUser();
    const { id } = await call(me, todoExtras.addFolder, { title: "Ramadan" });
    const renamed = await call(me, todoExtras.changeFolder, { id, title: "رمضان" });
    expect(renamed).toMatchObject({ id, handle: "ramadan", title: "رمضان" });
  });

  it("have an icon of the catalogue, which renaming keeps, and no other", async () => {
    const me = await signInUser();
    const { id, icon } = await call(me, todoExtras.addFolder, { title: "Travel", icon: "flight_takeoff" });
    expect(icon).toBe("flight_takeoff");
    expect(await call(me, todoExtras.changeFolder, { id, title: "Trips" })).toMatchObject({ icon: "flight_takeoff" });
    const unknown = { status: 422, code: "invalid_input", errors: [{ path: "icon", code: "icon_unknown" }] };
    const other = { title: "Other", icon: "flight_to_nowhere" };
    await expect(call(me, todoExtras.addFolder, other)).rejects.toMatchObject(unknown);
    await expect(call(me, todoExtras.changeFolder, { id, ...other })).rejects.toMatchObject(unknown);
    await expect(call(me, todoExtras.addFolder, { title: "Other", icon: "" })).rejects.toMatchObject({ status: 422 });
    // The call of spec 001 has the same keys as before.
    expect((await call(me, todos.listFolders, {})).slice(1)).toEqual([
      { id, handle: "travel", title: "Trips", icon: "flight_takeoff" },
    ]);
  });

  it("leave their to-dos when they are removed, however often the call is sent", async () => {
    const me = await signInUser();
    const { id } = await call(me, todoExtras.addFolder, { title: "Ramadan" });
    const todo = await call(me, todoExtras.add, { id: newId(), set: { title: "A", folder: id } });
    await call(me, todoExtras.removeFolder, { id });
    await call(me, todoExtras.removeFolder, { id });
    const { folders, todos: left } = await call(me, todoExtras.overview, {});
    expect(folders.map(({ handle }) => handle)).toEqual(["all"]);
    expect(left).toEqual([{ ...todo, folder: null, version: 2 }]);
  });

  it("do not include the folder of all to-dos, which can't be changed", async () => {
    const me = await signInUser();
    await expect(call(me, todoExtras.changeFolder, { id: 0, title: "x" })).rejects.toMatchObject({
      code: "folder_fixed",
    });
    await expect(call(me, todoExtras.removeFolder, { id: 0 })).rejects.toMatchObject({ code: "folder_fixed" });
    expect(await handles(me, "folders")).toEqual(["all"]);
  });

  it.each(["All", " all ", "RAMADAN"])("have unique names: %s is taken", async (title) => {
    const me = await signInUser();
    await call(me, todoExtras.addFolder, { title: "Ramadan" });
    await expect(call(me, todoExtras.addFolder, { title })).rejects.toMatchObject({ code: "title_taken", status: 409 });
  });

  it("stop at the limit", async () => {
    const me = await signInUser();
    for (let n = 1; n < foldersMax; n++) await call(me, todoExtras.addFolder, { title: `Folder ${n}` });
    const refused = call(me, todoExtras.addFolder, { title: "One more" });
    await expect(refused).rejects.toMatchObject({ code: "folder_limit", details: { limit: foldersMax } });
  });
});

describe("own labels", () => {
  it("are created, recoloured and removed from every to-do", async () => {
    const me = await signInUser();
    const label = await call(me, todoExtras.addLabel, { title: "Halal", color: "#0f7a5c" });
    const { id } = await call(me, todoExtras.add, { id: newId(), set: { title: "A", labels: [1, label.id, 2] } });
    const changed = await call(me, todoExtras.changeLabel, { id: label.id, title: "Halal!", color: "#C92A2A" });
    expect(changed).toEqual({ id: label.id, handle: "halal", title: "Halal!", color: "#C92A2A" });
    expect(await call(me, todos.list, { labelHandle: "halal" })).toMatchObject([{ id }]);
    await call(me, todoExtras.removeLabel, { id: label.id });
    await call(me, todoExtras.removeLabel, { id: label.id });
    expect(await call(me, todos.list, {})).toMatchObject([{ id, labels: [1, 2] }]);
    expect(await call(me, todos.list, { labelHandle: "halal" })).toEqual([]);
  });

  it("get another URL when theirs is taken by a renamed label", async () => {
    const me = await signInUser();
    const { id } = await call(me, todoExtras.addLabel, { title: "Halal", color: "#0f7a5c" });
    await call(me, todoExtras.changeLabel, { id, title: "Halal food", color: "#0f7a5c" });
    expect(await call(me, todoExtras.addLabel, { title: "Halal", color: "#0f7a5c" })).toMatchObject({
      handle: "halal-2",
    });
  });

  it("keep their own name when only the colour changes, and can't take another label's", async () => {
    const me = await signInUser();
    const recoloured = await call(me, todoExtras.changeLabel, { id: 4, title: "Issue", color: "#5f6b7a" });
    expect(recoloured).toMatchObject({ id: 4, color: "#5f6b7a" });
    const taken = call(me, todoExtras.changeLabel, { id: 4, title: "mobile", color: "#5f6b7a" });
    await expect(taken).rejects.toMatchObject({ code: "title_taken", details: { title: "Mobile" } });
  });

  it.each([
    { title: "", color: "#0f7a5c" },
    { title: "x".repeat(41), color: "#0f7a5c" },
    { title: "x", color: "red" },
  ])("refuse %j", async (input) => {
    await expect(call(await signInUser(), todoExtras.addLabel, input)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are created once when the same name is requested ten times at once", async () => {
    const me = await signInUser();
    const input = { title: "Halal", color: "#0f7a5c" };
    const replies = await Promise.allSettled(Array.from({ length: 10 }, () => call(me, todoExtras.addLabel, input)));
    expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await handles(me, "labels")).filter((handle) => handle.startsWith("halal"))).toEqual(["halal"]);
  });

  it("stop at the limit", async () => {
    const me = await signInUser();
    for (let n = 5; n < labelsMax; n++) await call(me, todoExtras.addLabel, { title: `L${n}`, color: "#0f7a5c" });
    const refused = call(me, todoExtras.addLabel, { title: "One more", color: "#0f7a5c" });
    await expect(refused).rejects.toMatchObject({ code: "label_limit", details: { limit: labelsMax } });
  });
});

it("does not let users see or change another user's folders and labels", async () => {
  const [mine, theirs] = [await signInUser(), await signInUser()];
  const folder = await call(mine, todoExtras.addFolder, { title: "Mine" });
  const label = await call(mine, todoExtras.addLabel, { title: "Mine", color: "#0f7a5c" });
  const notFound = { code: "not_found" };
  await expect(call(theirs, todoExtras.changeFolder, { id: folder.id, title: "x" })).rejects.toMatchObject(notFound);
  await expect(call(theirs, todoExtras.changeLabel, { ...label, title: "x" })).rejects.toMatchObject({
    status: 400,
  });
  const change = { id: label.id, title: "x", color: "#000000" };
  await expect(call(theirs, todoExtras.changeLabel, change)).rejects.toMatchObject(notFound);
  await call(theirs, todoExtras.removeFolder, { id: folder.id });
  await call(theirs, todoExtras.removeLabel, { id: label.id });
  await call(theirs, todoExtras.add, { id: "borrowed", set: { title: "x", folder: folder.id, labels: [label.id] } });
  expect((await call(theirs, todoExtras.overview, {})).todos).toMatchObject([{ folder: null, labels: [] }]);
  expect(await handles(theirs, "folders")).toEqual(["all"]);
  expect(await handles(mine, "folders")).toEqual(["all", "mine"]);
  expect((await call(mine, todoExtras.overview, {})).labels).toContainEqual(label);
});
