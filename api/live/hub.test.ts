import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cursorHeader } from "#base/eventCursor.ts";
import { hourMs, minuteMs } from "#base/time.ts";
import { inTransaction } from "#api/context.ts";
import { createLive } from "#api/live/hub.ts";
import { publish, recordLive } from "#api/live/record.ts";
import { deleteOldEvents } from "#api/live/sequence.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { arrived, listen } from "#api/testing/liveFixture.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { live } from "#features/platform/live/contract.ts";
import { call, requestFor } from "#web/call.ts";

let app: TestApi;
let staff: Awaited<ReturnType<TestApi["signIn"]>>;
let brand: string;
beforeAll(async () => {
  app = await testApi(featuresWith(demos), { isLive: true });
  staff = await app.signIn("Aisha", ["brands.read", "brands.update"]);
  brand = await market(app.db).brand();
});
afterAll(() => app.close());

let version = 1;
const change = async (story = `Story ${version}`) =>
  void ({ version } = await call(staff.transport, brands.update, { id: brand, version, story }));
const look = async () => {
  await app.live.look();
  await arrived();
};

test("sends a change to an open stream, with the id of the call that made it", async () => {
  const stream = await listen(staff.transport);
  await change();
  await look();
  expect(stream.frames).toEqual([
    { kind: "hello", data: { cursor: expect.stringMatching(/^\w+\.\d+$/) } },
    {
      kind: "change",
      data: {
        resource: "brands",
        ids: [brand],
        isGone: false,
        actorId: staff.actor.userId,
        requestId: expect.stringMatching(/^test-/),
      },
    },
  ]);
  stream.close();
});

test("a change that is rolled back sends no event", async () => {
  const stream = await listen(staff.transport);
  const ctx = app.api.systemContext();
  const undone = inTransaction(ctx, async (inner) => {
    await recordLive(inner, { resource: "brands", ids: [brand] });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await look();
  expect(stream.of("change")).toEqual([]);
  stream.close();
});

test("a stream that continues gets what it would have got, once and in order", async () => {
  const unbroken = await listen(staff.transport);
  const broken = await listen(staff.transport);
  await change();
  await look();
  broken.close();
  for (let count = 0; count < 3; count++) await change();
  await look();
  const continued = await listen(staff.transport, broken.lastEventId());
  await arrived();
  await change();
  await look();
  expect([...broken.of("change"), ...continued.of("change")]).toEqual(unbroken.of("change"));
  expect(continued.of("reset")).toEqual([]);
  for (const stream of [unbroken, continued]) stream.close();
});

test("a cursor that says nothing here gets a reset: of another epoch, of the future, older than what is kept", async () => {
  const first = await listen(staff.transport);
  await change();
  await look();
  first.close();
  const [epoch, seq] = first.lastEventId()!.split(".") as [string, string];
  await app.db.execute(sql`update live_events set at = at - interval '25 hours'`);
  await change();
  await look();
  await deleteOldEvents(app.api.systemContext());
  for (const cursor of [`other.${seq}`, `${epoch}.999999`, `${epoch}.1`, "nonsense"]) {
    const stream = await listen(staff.transport, cursor);
    await arrived();
    expect([cursor, ...stream.frames.map(({ kind }) => kind)]).toEqual([cursor, "hello", "reset"]);
    // From there on it is sent like any other.
    await change();
    await look();
    expect(stream.of("change")).toHaveLength(1);
    stream.close();
  }
});

test("after a backup was restored, every stream is asked to read again", async () => {
  const stream = await listen(staff.transport);
  // What a restored copy looks like: its place is that of another server.
  await app.db.execute(sql`update house_facts set value = 'before elsewhere' where name = 'live_epoch'`);
  await look();
  expect(stream.of("reset")).toEqual([{ cursor: expect.not.stringMatching(/^before/) }]);
  expect(app.live.cursor()).toBe(stream.of("reset")[0]!.cursor);
  stream.close();
});

test("a read says from where on events may have changed it", async () => {
  const response = await staff.transport(requestFor(brands.get, { id: brand }));
  const cursor = response.headers.get(cursorHeader);
  expect(cursor).toBe(app.live.cursor());
  await change();
  const stream = await listen(staff.transport, cursor);
  await look();
  expect(stream.of("change")).toHaveLength(1);
  stream.close();
});

test("names at most fifty records of a change", async () => {
  const stream = await listen(staff.transport);
  for (const count of [50, 51])
    await recordLive(app.api.systemContext(), { resource: "brands", ids: Array.from({ length: count }, newId) });
  await look();
  expect(stream.of("change").map(({ ids }) => ids?.length)).toEqual([50, undefined]);
  stream.close();
});

test("something for certain users reaches them alone", async () => {
  const other = await app.signIn("Bilal", []);
  const [mine, theirs] = [await listen(staff.transport), await listen(other.transport)];
  const ctx = app.api.systemContext();
  await publish(ctx, { audience: [other.actor.userId], payload: { title: "Approved" } });
  await recordLive(ctx, { resource: "todos", ids: null, audience: [other.actor.userId] });
  await look();
  expect(theirs.of("notification")).toEqual([{ title: "Approved" }]);
  expect(theirs.of("change")).toMatchObject([{ resource: "todos", ids: null }]);
  expect(mine.frames.map(({ kind }) => kind)).toEqual(["hello"]);
  for (const stream of [mine, theirs]) stream.close();
});

test("a session has four streams, and a process as many as it can carry", async () => {
  const open = await Promise.all(Array.from({ length: 4 }, () => listen(staff.transport)));
  const fifth = await staff.transport(requestFor(live.stream, { token: "" }));
  expect([fifth.status, fifth.headers.get("retry-after")]).toEqual([503, "5"]);
  open.pop()!.close();
  await arrived();
  open.push(await listen(staff.transport));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const stream of open) stream.close();
});

test("a reader that does not read its frames is asked to read again, and costs no more", async () => {
  const response = await staff.transport(requestFor(live.stream, { token: "" }));
  const ids = Array.from({ length: 50 }, newId);
  // 2 KB each.
  for (let count = 0; count < 200; count++) await recordLive(app.api.systemContext(), { resource: "brands", ids });
  await look();
  await change();
  await look();
  const text = await response.text();
  expect(text.match(/event: reset/g)).toHaveLength(1);
  expect(app.live.streamCount()).toBe(0);
});

test("all streams end at once when the server stops, and none is accepted", async () => {
  const hub = createLive(async () => staff.actor);
  hub.start(() => app.api.systemContext(), { everyMs: hourMs });
  await hub.look();
  const ctx = { ...app.api.systemContext(), actor: staff.actor };
  const body = await hub.open(ctx, { token: "" });
  hub.endStreams();
  expect(await new Response(body).text()).toMatch(/^event: hello/);
  await expect(hub.open(ctx, { token: "" })).rejects.toMatchObject({ code: "too_many_streams" });
  await hub.stop();
});

test("a user who has a record open is shown to those who may read it, until they leave or are gone", async () => {
  const other = await app.signIn("Bilal", ["brands.read"]);
  const outsider = await app.signIn("Outsider", ["products.read"]);
  const [mine, theirs] = [await listen(staff.transport), await listen(outsider.transport)];
  const at = { resource: "brands", id: brand };
  const bilal = { userId: other.actor.userId, name: "Bilal", mode: "viewing" };
  await call(other.transport, live.setPresence, { ...at, mode: "viewing" });
  // The same again is no news.
  await call(other.transport, live.setPresence, { ...at, mode: "viewing" });
  await look();
  expect(mine.of("presence")).toEqual([{ ...at, people: [bilal] }]);
  const aisha = { userId: staff.actor.userId, name: "Aisha", mode: "editing" };
  expect(await call(staff.transport, live.setPresence, { ...at, mode: "editing" })).toEqual({
    id: brand,
    people: [aisha, bilal],
  });
  expect(await call(staff.transport, live.listPresence, { resource: "brands" })).toMatchObject({
    rows: [{ id: brand }],
  });
  expect(await call(outsider.transport, live.listPresence, { resource: "brands" })).toEqual({ rows: [] });
  await expect(call(outsider.transport, live.setPresence, { ...at, mode: "viewing" })).rejects.toMatchObject({
    code: "not_found",
  });
  await call(other.transport, live.setPresence, { ...at, mode: null });
  await look();
  expect(mine.of("presence").at(-1)).toEqual({ ...at, people: [aisha] });
  // A browser that says nothing more for a minute is gone.
  app.clock.advance(minuteMs);
  await look();
  expect(mine.of("presence").at(-1)).toEqual({ ...at, people: [] });
  expect(theirs.of("presence")).toEqual([]);
  for (const stream of [mine, theirs]) stream.close();
});
