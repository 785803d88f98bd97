import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changesBetween, changesSince, readActivity, recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";

let app: TestApi;
let ctx: Ctx;
beforeAll(async () => {
  app = await testApi([]);
  const { actor } = await app.signIn("Aisyah", []);
  ctx = { ...app.api.systemContext(), actor, requestId: "request-1", address: "192.0.2.7" };
});
afterAll(() => app.close());

let subject: { resource: string; resourceId: string };
beforeEach(() => void (subject = { resource: "things", resourceId: newId() }));
const record = (...states: Record<string, unknown>[]) =>
  recordAudit(
    ctx,
    states
      .slice(1)
      .map((after, place) => ({ ...subject, action: "update", changes: changesBetween(states[place]!, after) })),
  );

describe("the log", () => {
  test("records who changed which record, how, and why", async () => {
    const changes = {
      name: { before: null, after: 'It\'s "5" — محمد 😀\n\\u0041' },
      list: { before: [], after: [1, { a: null }] },
    };
    await recordAudit(ctx, [{ ...subject, action: "create", reason: "asked by 'Karim'", changes }]);
    const [event] = await readActivity(ctx, { ...subject, limit: 10 });
    expect(event).toEqual({
      id: expect.any(Number) as number,
      at: ctx.now,
      actorId: ctx.actor!.userId,
      actorName: "Aisyah",
      action: "create",
      reason: "asked by 'Karim'",
      changes,
    });
    const result = await app.db.execute(
      sql`select request_id, address, actor_type from audit_log where resource_id = ${subject.resourceId}`,
    );
    expect((result as { rows: unknown[] }).rows).toEqual([
      { request_id: "request-1", address: "192.0.2.7", actor_type: "user" },
    ]);
  });

  test("names Mizan if no user made the change", async () => {
    await recordAudit({ ...ctx, actor: null }, [{ ...subject, action: "expire", changes: {} }]);
    expect(await readActivity(ctx, { ...subject, limit: 1 })).toMatchObject([{ actorId: null, actorName: "Mizan" }]);
  });

  test("records as many entries at once as a bulk action makes, in order", async () => {
    const events = Array.from({ length: 10_000 }, (_, number) => ({
      ...subject,
      action: `step${number}`,
      changes: {},
    }));
    await recordAudit(ctx, events);
    const [last, before] = await readActivity(ctx, { ...subject, limit: 2 });
    expect([last!.action, before!.action]).toEqual(["step9999", "step9998"]);
  });

  test.each([
    ["changed", sql`update audit_log set reason = 'another'`],
    ["deleted", sql`delete from audit_log`],
    ["emptied", sql`truncate audit_log`],
  ])("cannot be %s", async (_what, statement) => {
    await recordAudit(ctx, [{ ...subject, action: "create", changes: {} }]);
    const refused = await app.db.execute(statement).catch((error: { cause?: Error }) => error.cause?.message);
    expect(refused).toBe("audit_log is append-only");
    expect(await readActivity(ctx, { ...subject, limit: 10 })).toHaveLength(1);
  });
});

describe("what changed since a version", () => {
  test("lists each field with its first and last value, without fields that changed back", async () => {
    await record({ a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: 1 }, { a: 2, b: 2, c: 3 }, { a: 3, b: 1, c: 3 });
    const since = (versions: number) => changesSince(ctx, { ...subject, versions });
    expect(await since(0)).toEqual({ changedBy: null, changes: {} });
    expect((await since(1)).changes).toEqual({ a: { before: 2, after: 3 }, b: { before: 2, after: 1 } });
    expect(await since(3)).toEqual({
      changedBy: "Aisyah",
      changes: { a: { before: 1, after: 3 }, c: { before: 1, after: 3 } },
    });
  });
});

describe("a difference", () => {
  test.each([
    ["a value", { a: 1 }, { a: 2 }, { a: { before: 1, after: 2 } }],
    ["nothing", { a: 1 }, { a: 1 }, {}],
    ["a field that was not there", {}, { a: 1 }, { a: { before: null, after: 1 } }],
    ["null for what was not there", {}, { a: null }, {}],
    ["a field that is left out", { a: 1, b: 2 }, { a: 1, b: undefined }, {}],
    ["the order of an object's keys", { a: { x: 1, y: { p: 1, q: 2 } } }, { a: { y: { q: 2, p: 1 }, x: 1 } }, {}],
    ["the order of a list", { a: [1, 2] }, { a: [2, 1] }, { a: { before: [1, 2], after: [2, 1] } }],
    ["an empty object for another", { a: { x: 1 } }, { a: {} }, { a: { before: { x: 1 }, after: {} } }],
  ])("of %s", (_what, before, after, changes) => {
    expect(changesBetween(before, after)).toEqual(changes);
  });
});
