import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { actorOf } from "#api/context.ts";
import { serve } from "#api/serve.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { idleMs } from "#features/access/session/api/service/authenticate.ts";
import { session } from "#features/access/session/contract.ts";
import { call } from "#web/call.ts";

// A read begins with the actor that sent the token last. None of its results may be sent if that has changed.

const password = "nine lemon trees in a row";
const shape = { input: z.object({}), output: z.object({ limits: z.array(z.string()) }), summary: "" } as const;
const lemons = {
  read: operation({ method: "GET", path: "/api/lemons", permission: "lemons.read", ...shape }),
  search: operation({
    method: "GET",
    path: "/api/lemons/search",
    permission: "lemons.read",
    ...shape,
    input: z.object({ search: z.string() }),
  }),
  taste: operation({ method: "GET", path: "/api/lemons/sour", permission: "lemons.read", ...shape }),
  pick: operation({ method: "POST", path: "/api/lemons", permission: "lemons.read", ...shape }),
};
/** The limits that each run of a handler had. */
let runs: string[][] = [];
let app: SessionApi;
let number = 0;

beforeAll(async () => {
  const answer = async (ctx: Parameters<typeof actorOf>[0]) => {
    const limits = [...(actorOf(ctx).permissions.get("lemons.read") ?? [])];
    runs.push(limits);
    return { limits };
  };
  const routes = serve(lemons, {
    read: answer,
    search: answer,
    taste: async (ctx) => {
      await answer(ctx);
      throw commonRefusals.not_found();
    },
    pick: answer,
  });
  app = await sessionApi({ features: [{ routes }] });
});
afterAll(() => app.close());
beforeEach(() => {
  runs = [];
});

/** A user who has read once, so that the server remembers the actor. */
async function reader() {
  const email = `reader-${++number}@mizan.example`;
  const code = `reader_${number}`;
  await app.db.execute(sql`
    insert into roles (code, title, name_key, sort_key, search_key, grants, created_at, updated_at)
    values (${code}, ${code}, ${code}, ${code}, ${code}, '{lemons.read}', now(), now())`);
  const { userId } = await app.addPerson({ email, password, role: code });
  const transport = await app.transportOf(email, password);
  await call(transport, lemons.read, {});
  runs = [];
  const grant = (grants: string) =>
    app.db.execute(sql`update roles set grants = ${grants}::text[] where code = ${code}`);
  return { transport, userId, grant, email };
}

test("runs a read once if the actor is unchanged", async () => {
  const { transport } = await reader();
  expect(await call(transport, lemons.read, {})).toEqual({ limits: ["all"] });
  expect(runs).toEqual([["all"]]);
});

test("changed permissions return what they allow now, not what they allowed before", async () => {
  const { transport, grant } = await reader();
  await grant("{lemons.read@own}");
  expect(await call(transport, lemons.read, {})).toEqual({ limits: ["own"] });
  await grant("{}");
  expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ code: "permission_denied" });
  await grant("{lemons.read}");
  expect(await call(transport, lemons.read, {})).toEqual({ limits: ["all"] });
});

test("a removed scope takes effect immediately", async () => {
  const { transport, userId } = await reader();
  await app.db.execute(sql`
    insert into user_scopes (user_id, kind, target, granted_at) values (${userId}, 'country', 'MY', now())`);
  await call(transport, lemons.read, {});
  expect(runs).toHaveLength(2);
  await call(transport, lemons.read, {});
  expect(runs).toHaveLength(3);
});

test("an ended session gets nothing, whatever the handler found", async () => {
  const { transport, userId } = await reader();
  await app.db.execute(sql`delete from sessions where user_id = ${userId}`);
  expect(await refusalOf(call(transport, lemons.read, {}))).toMatchObject({ status: 401, code: "invalid_token" });
  expect(await refusalOf(call(transport, lemons.taste, {}))).toMatchObject({ status: 401, code: "invalid_token" });
});

test("an expired token starts no work from its first call on, and doesn't count towards its owner's search limit", async () => {
  const { transport, email } = await reader();
  const own = await app.transportOf(email, password);
  app.clock.advance(idleMs);
  const fresh = await app.transportOf(email, password);
  for (let time = 0; time < 320; time++) {
    const refusal = await refusalOf(call(time % 2 === 0 ? transport : own, lemons.search, { search: "sour" }));
    expect(refusal.code).toBe("token_expired");
  }
  expect(runs).toEqual([]);
  expect(await call(fresh, lemons.search, { search: "sour" })).toEqual({ limits: ["all"] });
});

test("a refused token starts no work the next time", async () => {
  const { transport, userId } = await reader();
  await app.db.execute(sql`update users set status = 'disabled' where id = ${userId}::uuid`);
  for (let time = 0; time < 3; time++) await refusalOf(call(transport, lemons.read, {}));
  expect(runs).toHaveLength(1);
});

test("a user at the limit of searches per minute starts no further search", async () => {
  const { transport } = await reader();
  const outcomes = new Map<string, number>();
  for (let time = 0; time < 305; time++) {
    const outcome = await call(transport, lemons.search, { search: "sour" }).then(
      () => "done",
      (error: Refusal) => error.code,
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect(Object.fromEntries(outcomes)).toEqual({ done: 300, searches_too_fast: 5 });
  expect(runs).toHaveLength(300);
});

test("a handler's refusal is sent once the caller is known", async () => {
  const { transport } = await reader();
  expect(await refusalOf(call(transport, lemons.taste, {}))).toMatchObject({ code: "not_found" });
  expect(runs).toHaveLength(1);
});

test("a change waits until the caller is known", async () => {
  const { transport, userId, grant } = await reader();
  await grant("{}");
  expect(await refusalOf(call(transport, lemons.pick, {}))).toMatchObject({ code: "permission_denied" });
  await app.db.execute(sql`delete from sessions where user_id = ${userId}`);
  expect(await refusalOf(call(transport, lemons.pick, {}))).toMatchObject({ code: "invalid_token" });
  expect(await refusalOf(call(transport, session.signOut, {}))).toMatchObject({ code: "invalid_token" });
  expect(runs).toEqual([]);
});
