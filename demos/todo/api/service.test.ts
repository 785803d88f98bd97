import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import type { Todo } from "#demos/todo/contract.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import type { Transport } from "#web/call.ts";

// The calls of spec 001 §7 as another program would make them: raw requests, and the keys of every response.

let app: TestApi;
beforeAll(async () => {
  app = await testApi([todoFeature]);
});
afterAll(() => app.close());

const base = "https://mizan.test/api/todo-app";
const signInUser = async () => (await app.signIn("Aisyah", [])).transport;

async function get(transport: Transport, path: string): Promise<{ status: number; body: unknown }> {
  const response = await transport(new Request(`${base}${path}`));
  return { status: response.status, body: await response.json() };
}

async function post(
  transport: Transport,
  path: string,
  body: string | object,
  type = "application/json;charset=UTF-8",
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`${base}${path}`, { method: "POST", headers: { "content-type": type }, body: text });
  const response = await transport(request);
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
}

/** The state of the record in the headers: its version, and whether it exists. */
async function postFor(transport: Transport, path: string, body: object | string, headers = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const sent = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: text };
  const { status, headers: told } = await transport(new Request(`${base}${path}`, sent));
  return { status, etag: told.get("etag"), missing: told.get("x-record-missing") };
}

const todoKeys = [
  "id",
  "title",
  "notes",
  "startDate",
  "dueDate",
  "completed",
  "starred",
  "important",
  "deleted",
  "labels",
];
const sent = { id: "0a1b2c3d", title: "Call Baqala", notes: "", startDate: null, dueDate: "2026-11-24", labels: [4] };
const whole: Todo = { ...sent, completed: false, starred: false, important: false, deleted: false };
const ids = async (transport: Transport, query = "") =>
  ((await get(transport, `/todos${query}`)).body as Todo[]).map(({ id }) => id);

describe("the initial lists of a user", () => {
  it("are the folder all, the filters and the labels of the specification, with exactly its keys", async () => {
    const me = await signInUser();
    expect((await get(me, "/folders")).body).toEqual([
      { id: 0, handle: "all", title: "All", icon: expect.any(String) },
    ]);
    const filters = (await get(me, "/filters")).body as object[];
    expect(filters.map((filter) => Object.keys(filter).sort())).toEqual(
      filters.map(() => ["handle", "icon", "id", "title"]),
    );
    expect(filters).toMatchObject(
      ["starred", "important", "dueDate", "today", "completed", "deleted"].map((handle, id) => ({ id, handle })),
    );
    const labels = (await get(me, "/labels")).body as object[];
    expect(labels.map((label) => Object.keys(label).sort())).toEqual(
      labels.map(() => ["color", "handle", "id", "title"]),
    );
    expect(labels).toMatchObject(
      ["frontend", "backend", "api", "issue", "mobile"].map((handle, index) => ({
        id: index + 1,
        handle,
        color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      })),
    );
  });

  it("are created once, however many first calls arrive together", async () => {
    const me = await signInUser();
    const replies = await Promise.all(Array.from({ length: 10 }, () => get(me, "/labels")));
    expect(replies.map(({ body }) => (body as object[]).length)).toEqual(Array(10).fill(5));
  });
});

describe("new-todo", () => {
  it("returns the to-do with exactly the keys of the specification, and puts it first", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { id: "older", title: "Older" });
    const reply = await post(me, "/new-todo", whole);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, whole]);
    expect(Object.keys(JSON.parse(reply.text)).sort()).toEqual(todoKeys.toSorted());
    expect(await ids(me)).toEqual(["0a1b2c3d", "older"]);
  });

  it.each(["newTodo", "todo"])("accepts it wrapped as %s, and ignores unknown keys", async (name) => {
    const reply = await post(await signInUser(), "/new-todo", {
      [name]: { ...whole, colour: "red" },
      folderHandle: "all",
    });
    expect(JSON.parse(reply.text)).toEqual(whole);
  });

  it("fills in omitted fields, including the id", async () => {
    const { text } = await post(await signInUser(), "/new-todo", {});
    expect(JSON.parse(text)).toEqual({
      ...whole,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "",
      dueDate: null,
      labels: [],
    });
  });

  it("creates one to-do when the same request arrives again", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    const again = await post(me, "/new-todo", { ...whole, title: "Call Baqala again" });
    expect(JSON.parse(again.text).title).toBe("Call Baqala");
    expect(await ids(me)).toEqual(["0a1b2c3d"]);
  });

  it("creates one to-do when the same request arrives ten times at once", async () => {
    const me = await signInUser();
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(me, "/new-todo", whole)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await ids(me)).toEqual(["0a1b2c3d"]);
  });

  it("accepts ids as numbers and returns them as strings; label ids the other way round", async () => {
    const me = await signInUser();
    const { text } = await post(me, "/new-todo", { id: 17, labels: ["4", 1, "1", 99, "x", -3, 1e12] });
    expect(JSON.parse(text)).toMatchObject({ id: "17", labels: [4, 1] });
  });

  it("accepts days, instants with any offset and empty dates", async () => {
    const dates = { startDate: "2026-11-20T12:00:00+03:00", dueDate: "" };
    const { text } = await post(await signInUser(), "/new-todo", { ...whole, ...dates });
    expect(JSON.parse(text)).toMatchObject({ startDate: "2026-11-20T09:00:00.000Z", dueDate: null });
  });

  it.each([
    { dueDate: "yesterday" },
    { dueDate: "2026-02-30" },
    { dueDate: "0000-01-01" },
    { dueDate: "9999-01-01" },
    { dueDate: "0001-01-01T00:00:00+14:00" },
    { dueDate: 5 },
    { title: "x".repeat(501) },
    { title: "a\u0000b" },
    { title: null },
    { notes: "\u0000" },
    { id: "a\u0000b" },
    { id: "x".repeat(65) },
    { id: "" },
    { labels: "4" },
    { completed: "yes" },
  ])("refuses what cannot be stored: %j", async (wrong) => {
    const { status, text } = await post(await signInUser(), "/new-todo", { ...whole, ...wrong });
    expect([status, JSON.parse(text).code]).toEqual([422, "invalid_input"]);
  });
});

describe("todos", () => {
  it("filters by label, else by filter, else by folder, and returns all by default", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { ...whole, id: "labelled", labels: [4] });
    await post(me, "/new-todo", { ...whole, id: "starred", labels: [], starred: true });
    await post(me, "/new-todo", { ...whole, id: "gone", labels: [4], starred: true, deleted: true });
    await post(me, "/new-todo", { ...whole, id: "done", labels: [], completed: true });
    expect(await ids(me)).toEqual(["done", "starred", "labelled"]);
    expect(await ids(me, "?folderHandle=all")).toEqual(["done", "starred", "labelled"]);
    expect(await ids(me, "?filterHandle=starred&folderHandle=nothing")).toEqual(["starred"]);
    expect(await ids(me, "?labelHandle=issue&filterHandle=starred")).toEqual(["labelled"]);
    expect(await ids(me, "?filterHandle=deleted")).toEqual(["gone"]);
    expect(await ids(me, "?filterHandle=completed&todoId=7&x=y")).toEqual(["done"]);
  });

  it.each(["labelHandle", "filterHandle", "folderHandle"])("returns none for an unknown %s", async (name) => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    for (const handle of ["nothing", "", "constructor", "%F0%9F%9A%80", "' or 1=1 --"]) {
      expect(await get(me, `/todos?${name}=${handle}`)).toEqual({ status: 200, body: [] });
    }
    expect(await get(me, `/todos?${name}=%00`)).toMatchObject({ status: 422, body: { code: "invalid_input" } });
  });

  it("takes today as the caller's day if the time zone is given, otherwise as the day in UTC", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { ...whole, id: "20th", dueDate: "2026-11-20" });
    await post(me, "/new-todo", { ...whole, id: "21st", dueDate: "2026-11-21" });
    app.clock.advance(13 * 3_600_000);
    expect(await ids(me, "?filterHandle=today")).toEqual(["20th"]);
    expect(await ids(me, "?filterHandle=today&timeZone=Asia/Riyadh")).toEqual(["21st"]);
    expect(await ids(me, "?filterHandle=today&timeZone=Mars/Olympus")).toEqual(["20th"]);
    app.clock.advance(-13 * 3_600_000);
  });
});

describe("update-todo", () => {
  it("replaces the sent fields and returns the to-do with exactly the keys of the specification", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    const changed = {
      ...whole,
      title: "Call Baqala twice",
      completed: true,
      important: true,
      dueDate: null,
      labels: [1, 2],
    };
    const reply = await post(me, "/update-todo", changed);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, changed]);
    expect((await get(me, "/todos")).body).toEqual([changed]);
  });

  it("keeps omitted fields, bare or wrapped", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    await post(me, "/update-todo", { todo: { id: whole.id, starred: true } });
    const { text } = await post(me, "/update-todo", { id: whole.id, completed: true });
    expect(JSON.parse(text)).toEqual({ ...whole, starred: true, completed: true });
  });

  it("returns an unknown to-do as it was posted, and does not store it", async () => {
    const me = await signInUser();
    const { status, text } = await post(me, "/update-todo", { id: "nobody", title: "Ghost", folder: 3 });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { ...whole, id: "nobody", title: "Ghost", dueDate: null, labels: [], folder: 3 },
    ]);
    expect(await ids(me)).toEqual([]);
  });

  it("returns the version in a header, and marks an unknown to-do", async () => {
    const me = await signInUser();
    expect(await postFor(me, "/new-todo", whole)).toEqual({ status: 200, etag: '"1"', missing: null });
    expect(await postFor(me, "/update-todo", whole)).toEqual({ status: 200, etag: '"2"', missing: null });
    expect(await postFor(me, "/remove-todo", '"0a1b2c3d"')).toEqual({ status: 200, etag: '"3"', missing: null });
    const gone = { status: 200, etag: null, missing: "1" };
    expect(await postFor(me, "/update-todo", { ...whole, id: "nobody" })).toEqual(gone);
    expect(await postFor(me, "/remove-todo", '"nobody"')).toEqual(gone);
  });

  it("is refused when If-Match has another version, and lets the last writer win without it", async () => {
    const me = await signInUser();
    await postFor(me, "/new-todo", whole);
    const change = { id: whole.id, title: "Theirs" };
    expect(await postFor(me, "/update-todo", change, { "if-match": '"1"' })).toMatchObject({
      status: 200,
      etag: '"2"',
    });
    expect(await postFor(me, "/update-todo", whole, { "if-match": '"1"' })).toMatchObject({ status: 412 });
    expect(await postFor(me, "/update-todo", whole, { "if-match": "yesterday" })).toMatchObject({ status: 428 });
    expect((await get(me, "/todos")).body).toMatchObject([{ title: "Theirs" }]);
  });

  it("requires an id", async () => {
    const { status, text } = await post(await signInUser(), "/update-todo", { title: "Which?" });
    expect([status, JSON.parse(text).errors[0].path]).toEqual([422, "id"]);
  });

  it("drops a folder that the user does not have", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { ...whole, folder: 424_242 });
    expect((await get(me, "/todos")).body).toEqual([whole]);
  });
});

describe("remove-todo", () => {
  it.each([
    ["0a1b2c3d", "application/x-www-form-urlencoded"],
    ["0a1b2c3d", "text/plain"],
    [" 0a1b2c3d\n", "text/plain"],
    ['"0a1b2c3d"', "application/json"],
    ['{"id":"0a1b2c3d"}', "application/json"],
    ['{"todoId":"0a1b2c3d"}', "application/json"],
    ["todoId=0a1b2c3d", "application/x-www-form-urlencoded"],
  ])("takes %s as %s, answers the bare id and marks the to-do as deleted", async (body, type) => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    const reply = await post(me, "/remove-todo", body, type);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, "0a1b2c3d"]);
    expect((await get(me, "/todos")).body).toEqual([]);
    expect((await get(me, "/todos?filterHandle=deleted")).body).toEqual([{ ...whole, deleted: true }]);
  });

  it("does not read an id of digits with an e as a number", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { ...whole, id: "12345e67" });
    expect(JSON.parse((await post(me, "/remove-todo", "12345e67", "application/json")).text)).toBe("12345e67");
    expect(await ids(me)).toEqual([]);
  });

  it.each([
    "nobody",
    "",
    "a\u0000b",
    "x".repeat(1000),
    "{",
    "null",
    "[1]",
    '{"id":{}}',
    '{"id":null}',
    "id=%zz",
    '"\\u0000"',
  ])("changes nothing for %j", async (body) => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    expect((await post(me, "/remove-todo", body, "text/plain")).status).toBe(200);
    expect(await ids(me)).toEqual(["0a1b2c3d"]);
  });
});

describe("the three bulk calls return 200 without a body", () => {
  it("set-folder assigns a folder, and an unknown one changes nothing", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { ...whole, id: "a" });
    await post(me, "/new-todo", { ...whole, id: "b" });
    const reply = await post(me, "/set-folder", { selectedTodoIds: ["a", "nobody"], folderId: "0" });
    expect(reply).toEqual({ status: 200, text: "", type: null });
    await post(me, "/set-folder", { selectedTodoIds: ["b"], folderId: 77 });
    const listed = (await get(me, "/todos?folderHandle=all")).body;
    expect(listed).toEqual([
      { ...whole, id: "b" },
      { ...whole, id: "a", folder: 0 },
    ]);
  });

  it("toggle-label adds the label where it is missing and removes it where it is present", async () => {
    const me = await signInUser();
    await post(me, "/new-todo", { ...whole, id: "with", labels: [1, 4, 2] });
    await post(me, "/new-todo", { ...whole, id: "without", labels: [1] });
    const reply = await post(me, "/toggle-label", { selectedTodoIds: ["with", "without", "nobody"], labelId: 4 });
    expect(reply).toEqual({ status: 200, text: "", type: null });
    const labels = ((await get(me, "/todos")).body as Todo[]).map((todo) => todo.labels);
    expect(labels).toEqual([
      [1, 4],
      [1, 2],
    ]);
  });

  it.each([99, "x", 1e12, null, true])("toggle-label changes nothing for label %j", async (labelId) => {
    const me = await signInUser();
    await post(me, "/new-todo", whole);
    expect((await post(me, "/toggle-label", { selectedTodoIds: [whole.id], labelId })).status).toBe(200);
    expect((await get(me, "/todos")).body).toEqual([whole]);
  });

  it("delete-todos deletes them permanently", async () => {
    const me = await signInUser();
    for (const id of ["a", "b", "c"]) await post(me, "/new-todo", { ...whole, id });
    const reply = await post(me, "/delete-todos", { selectedTodoIds: ["a", "c", "nobody"] });
    expect(reply).toEqual({ status: 200, text: "", type: null });
    expect([await ids(me), await ids(me, "?filterHandle=deleted")]).toEqual([["b"], []]);
  });

  it.each(["/set-folder", "/toggle-label", "/delete-todos"])("%s accepts an empty selection", async (path) => {
    const reply = await post(await signInUser(), path, { selectedTodoIds: [], folderId: 0, labelId: 1 });
    expect(reply.status).toBe(200);
  });
});

describe("privacy (demo-apps A3)", () => {
  it("is only for signed-in users", async () => {
    for (const path of ["/todos", "/filters", "/labels", "/folders"]) {
      expect((await get(app.anonymous, path)).status).toBe(401);
    }
    expect((await post(app.anonymous, "/delete-todos", { selectedTodoIds: ["a"] })).status).toBe(401);
  });

  it("shows no user another user's to-dos, and does not let them change those", async () => {
    const [mine, theirs] = [await signInUser(), await signInUser()];
    await post(mine, "/new-todo", whole);
    expect((await get(theirs, "/todos")).body).toEqual([]);
    await post(theirs, "/update-todo", { ...whole, title: "Taken over" });
    await post(theirs, "/remove-todo", whole.id, "text/plain");
    await post(theirs, "/toggle-label", { selectedTodoIds: [whole.id], labelId: 1 });
    await post(theirs, "/set-folder", { selectedTodoIds: [whole.id], folderId: 0 });
    await post(theirs, "/delete-todos", { selectedTodoIds: [whole.id] });
    expect((await get(mine, "/todos")).body).toEqual([whole]);
  });

  it("lets two users have a to-do with the same id", async () => {
    const [mine, theirs] = [await signInUser(), await signInUser()];
    await post(mine, "/new-todo", whole);
    await post(theirs, "/new-todo", { ...whole, title: "Another" });
    await post(theirs, "/remove-todo", whole.id, "text/plain");
    expect((await get(mine, "/todos")).body).toEqual([whole]);
  });
});
