import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, minuteMs } from "#base/time.ts";
import { recordLive } from "#api/live/record.ts";
import { arrived, listen } from "#api/testing/liveFixture.ts";
import { type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { session } from "#features/access/session/contract.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { liveFeature } from "#features/platform/live/api/routes.ts";
import { call } from "#web/call.ts";

const password = "a long enough phrase for tests";
let app: SessionApi;
let brand: string;
beforeAll(async () => {
  app = await sessionApi({ features: [usersFeature, brandsFeature, liveFeature], isLive: true });
  brand = await market(app.db).brand();
});
afterAll(() => app.close());

let count = 0;
async function signedIn(role = "staff") {
  const email = `person-${++count}@mizan.test`;
  const user = await app.addPerson({ email, password, role });
  return { ...user, transport: await app.transportOf(email, password) };
}
const look = async () => {
  await app.live.look();
  await arrived();
};
const changeBrand = () => recordLive(app.api.systemContext(), { resource: "brands", ids: [brand] });

test("a session that is signed out gets nothing that happens after it", async () => {
  const { transport } = await signedIn();
  const stream = await listen(transport);
  await call(transport, session.signOutByPost, {});
  await changeBrand();
  await look();
  await stream.ended;
  expect(stream.frames.map(({ kind }) => kind)).toEqual(["hello", "session"]);
  expect(stream.of("session")).toEqual([{ isOver: true }]);
});

test("a user who is disabled gets nothing that happens after it, nor that event itself", async () => {
  const user = await signedIn();
  const stream = await listen(user.transport);
  await app.db.execute(sql`update users set status = 'disabled' where id = ${user.userId}::uuid`);
  await recordLive(app.api.systemContext(), { resource: "users", ids: [user.userId] });
  await changeBrand();
  await look();
  await stream.ended;
  expect(stream.of("change")).toEqual([]);
  expect(stream.of("session")).toEqual([{ isOver: true }]);
});

test("lost rights end what a user receives, before anything that happens after them", async () => {
  const user = await signedIn();
  const stream = await listen(user.transport);
  await changeBrand();
  await look();
  expect(stream.of("change")).toHaveLength(1);
  await app.db.execute(sql`delete from user_roles where user_id = ${user.userId}::uuid`);
  // As every change of rights is recorded.
  await recordLive(app.api.systemContext(), { resource: "users", ids: [user.userId] });
  await changeBrand();
  await look();
  expect(stream.of("change")).toHaveLength(1);
  expect(stream.of("session")).toEqual([{ rights: expect.any(String) }]);
  stream.close();
});

test("an open stream keeps no session alive", async () => {
  const { transport, userId } = await signedIn();
  const stream = await listen(transport);
  const lastUse = () =>
    rowsOf(app.db, sql`select last_used_at::text as at from sessions where user_id = ${userId}::uuid`);
  const before = await lastUse();
  app.clock.advance(10 * minuteMs);
  // What makes everyone’s session be looked up.
  await recordLive(app.api.systemContext(), { resource: "users", ids: [userId] });
  await look();
  expect(await lastUse()).toEqual(before);
  app.clock.advance(hourMs);
  await recordLive(app.api.systemContext(), { resource: "users", ids: [userId] });
  await look();
  await stream.ended;
  expect(stream.of("session")).toEqual([{ isOver: true }]);
});
