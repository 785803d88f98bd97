import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { refusals } from "#base/refusal.ts";
import { dayMs } from "#base/time.ts";
import type { Actor } from "#api/context.ts";
import { handleOnce } from "#api/idempotency.ts";
import { type Feature, serve } from "#api/serve.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { apiKeysFeature } from "#features/access/api-keys/api/routes.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { requestFor, type Transport } from "#web/call.ts";

const stampRefusals = refusals({ out_of_ink: { status: 409, message: "There is no ink." } });
const stampInput = z.strictObject({
  label: z.string(),
  sizes: z.optional(z.record(z.string(), z.int())),
  fails: z.optional(z.enum(["refusal", "fault", "output"])),
});
const stampOutput = z.object({ number: z.int(), label: z.string(), sizes: z.optional(z.record(z.string(), z.int())) });
const stamps = {
  press: operation({
    method: "POST",
    path: "/api/stamps",
    permission: "stamps.press",
    summary: "Press a stamp",
    idempotencyKey: "required",
    input: stampInput,
    output: stampOutput,
  }),
  pressAgain: operation({
    method: "POST",
    path: "/api/stamps/again",
    permission: "stamps.press",
    summary: "Press another stamp",
    idempotencyKey: "required",
    input: stampInput,
    output: stampOutput,
  }),
};

/** Awaited by every handler after its write. */
let gate: Promise<void> = Promise.resolve();

const press: Parameters<typeof serve<typeof stamps>>[1]["press"] = async (ctx, { label, sizes, fails }) => {
  const [row] = await rowsOf<{ number: number }>(
    ctx.db,
    sql`insert into stamps (label) values (${label}) returning number`,
  );
  await gate;
  if (fails === "refusal") throw stampRefusals.out_of_ink();
  if (fails === "fault") throw new Error("the press broke");
  const secret = { pad: "red" };
  return { number: fails === "output" ? 0.5 : row!.number, label, ...(sizes ? { sizes } : {}), ...secret };
};
const stampsFeature: Feature = { routes: serve(stamps, { press, pressAgain: press }) };

let app: TestApi;
let actor: Actor;
let till: Transport;
beforeAll(async () => {
  app = await testApi([stampsFeature, brandsFeature, apiKeysFeature]);
  await app.db.execute(sql`create table stamps (number int generated always as identity, label text not null)`);
  const permissions = ["stamps.press", "brands.create", "brands.update", "brands.read"];
  ({ actor, transport: till } = await app.signIn("Till", permissions));
});
afterAll(() => app.close());
beforeEach(() => {
  gate = Promise.resolve();
});

function send(body: object, key: string | null, { by = till, path = "/api/stamps" } = {}): Promise<Response> {
  const headers = new Headers({ "content-type": "application/json" });
  if (key !== null) headers.set("Idempotency-Key", key);
  const request = new Request(`https://mizan.test${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return by(request);
}

/** Sends a call that stays open after its write, until `open` is called. */
async function held(body: object, key: string): Promise<{ answer: Promise<Response>; open: () => void }> {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const answer = send(body, key);
  await expect
    .poll(() => rowsOf(app.db, sql`select from pg_locks where relation = 'stamps'::regclass`))
    .not.toEqual([]);
  return { answer, open };
}

const replayed = ({ headers }: Response) => headers.get("Idempotent-Replayed");
const codeOf = async (response: Response) => `${response.status} ${((await response.json()) as { code: string }).code}`;
const effects = async (label: string) => (await rowsOf(app.db, sql`select from stamps where label = ${label}`)).length;
const keysStored = async (key: string) =>
  (await rowsOf(app.db, sql`select from idempotency_keys where key = ${key}`)).length;

describe("a call with an Idempotency-Key", () => {
  test("has one effect however often it is sent, and the first answer each time", async () => {
    const key = newId();
    const first = await send({ label: "once", sizes: { a: 1, b: 2 } }, key);
    const again = await send({ sizes: { b: 2, a: 1 }, label: "once" }, key);
    expect([first.status, again.status, replayed(first), replayed(again)]).toEqual([200, 200, null, "true"]);
    const answer = (await first.json()) as object;
    expect(await again.json()).toEqual(answer);
    expect(Object.keys(answer).sort()).toEqual(["label", "number", "sizes"]);
    expect(await effects("once")).toBe(1);
    const stored = await rowsOf(app.db, sql`select status, answer from idempotency_keys where key = ${key}`);
    expect(stored).toEqual([{ status: 200, answer }]);
  });

  test("is refused if the key was sent with another input", async () => {
    const key = newId();
    await send({ label: "first input" }, key);
    expect(await codeOf(await send({ label: "other input" }, key))).toBe("409 idempotency_key_reused");
    expect(await effects("other input")).toBe(0);
  });

  test("is not taken for another caller's, or for a call of another operation", async () => {
    const key = newId();
    const { transport: other } = await app.signIn("Another till", ["stamps.press"]);
    const sent = [await send({ label: "shared" }, key), await send({ label: "shared" }, key, { by: other })];
    sent.push(await send({ label: "shared" }, key, { path: "/api/stamps/again" }));
    expect(sent.map(replayed)).toEqual([null, null, null]);
    expect(await effects("shared")).toBe(3);
  });

  test.each([
    ["refusal", "409 out_of_ink"],
    ["fault", "500 internal"],
    ["output", "500 internal"],
  ])("that ends in a %s has no effect and leaves no key, so that a retry starts over", async (fails, code) => {
    const [key, label] = [newId(), `ends in a ${fails}`];
    expect(await codeOf(await send({ label, fails }, key))).toBe(code);
    expect([await effects(label), await keysStored(key)]).toEqual([0, 0]);
    const retry = await send({ label }, key);
    expect([retry.status, replayed(retry), await effects(label)]).toEqual([200, null, 1]);
  });

  test("wakes the workers once its jobs are committed", async () => {
    const woken: string[] = [];
    const wake = () => void woken.push("woken");
    const ctx = { ...app.api.systemContext(), actor, jobs: { wake } };
    const request = new Request("https://mizan.test", { headers: { "Idempotency-Key": newId() } });
    await handleOnce(ctx, stamps.press, { request, input: {} }, async (inner) => {
      inner.jobs.wake();
      woken.push("handled");
      return { number: 1, label: "woken" };
    });
    expect(woken).toEqual(["handled", "woken"]);
  });
});

test("the handler waits for locks as long as without a key", async () => {
  const ctx = { ...app.api.systemContext(), actor };
  const before = await rowsOf(ctx.db, sql`select current_setting('lock_timeout') as limit`);
  const request = new Request("https://mizan.test", { headers: { "Idempotency-Key": newId() } });
  await handleOnce(ctx, stamps.press, { request, input: {} }, async (inner) => {
    expect(await rowsOf(inner.db, sql`select current_setting('lock_timeout') as limit`)).toEqual(before);
    return { number: 1, label: "patient" };
  });
});

describe("the key", () => {
  test.each([
    ["missing", null],
    ["empty", ""],
    ["of 256 characters", "k".repeat(256)],
    ["with a space, as two headers are", "one, two"],
    ["with a letter outside ASCII", "clé"],
  ])("is refused if it is %s", async (what, key) => {
    expect(await codeOf(await send({ label: what }, key))).toBe("400 idempotency_key_required");
    expect(await effects(what)).toBe(0);
  });

  test("may have 255 characters, and stays in the bucket of its digest", async () => {
    const key = "k".repeat(255);
    expect((await send({ label: "long" }, key)).status).toBe(200);
    expect(replayed(await send({ label: "long" }, key))).toBe("true");
    const moved = app.db.execute(sql`update idempotency_keys set bucket = (bucket + 1) % 64 where key = ${key}`);
    await expect(moved).rejects.toMatchObject({ cause: { constraint: "idempotency_keys__bucket" } });
  });

  test("is forgotten after 30 days", async () => {
    const key = newId();
    const start = app.clock.now;
    await send({ label: "monthly" }, key);
    app.clock.advance(30 * dayMs);
    await app.runJobs();
    expect(replayed(await send({ label: "monthly" }, key))).toBe("true");
    app.clock.advance(1);
    await app.db.execute(sql`update jobs set run_at = ${app.clock.now}::timestamptz`);
    await app.runJobs();
    expect(await keysStored(key)).toBe(0);
    app.clock.now = start;
  });
});

describe("copies of a call at once", () => {
  test("have one effect: one of fifty is served, 49 get its answer", async () => {
    if (app.engine !== "postgres") return;
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send({ label: "fifty" }, key)));
    expect(answers.map(replayed).filter((each) => each === null)).toHaveLength(1);
    const bodies = await Promise.all(answers.map(async (answer) => JSON.stringify(await answer.json())));
    expect(new Set(bodies.map((body) => (JSON.parse(body) as { number: number }).number)).size).toBe(1);
    expect(await effects("fifty")).toBe(1);
  });

  test("are refused while the first one takes longer than two seconds, which is not disturbed", async () => {
    if (app.engine !== "postgres") return;
    const key = newId();
    const { answer: first, open } = await held({ label: "slow" }, key);
    const second = await send({ label: "slow" }, key);
    expect([await codeOf(second), second.headers.get("retry-after")]).toEqual(["409 idempotency_in_progress", "1"]);
    open();
    expect((await first).status).toBe(200);
    expect(replayed(await send({ label: "slow" }, key))).toBe("true");
    expect(await effects("slow")).toBe(1);
  });

  test("wait for one that is rolled back, and then one of them takes its place", async () => {
    if (app.engine !== "postgres") return;
    const key = newId();
    const { answer: failing, open } = await held({ label: "handed on", fails: "refusal" }, key);
    const others = Promise.all(Array.from({ length: 4 }, () => send({ label: "handed on" }, key)));
    open();
    expect(await codeOf(await failing)).toBe("409 out_of_ink");
    expect((await others).map(replayed).filter((each) => each === null)).toHaveLength(1);
    expect(await effects("handed on")).toBe(1);
  });
});

describe("brands, where the key is optional:", () => {
  const sent = (request: Request, key?: string) => {
    const headers = new Headers(request.headers);
    if (key !== undefined) headers.set("Idempotency-Key", key);
    return till(new Request(request, { headers }));
  };

  test("an update that is sent again gets its answer, and without a key the conflict with itself", async () => {
    const id = newId();
    const create = () => sent(requestFor(brands.create, { id, name: "Keyed" }), "create");
    const [created, again] = [await create(), await create()];
    expect([created.status, replayed(again), await again.json()]).toEqual([200, "true", await created.json()]);
    const update = (key?: string) => sent(requestFor(brands.update, { id, version: 1, name: "Renamed" }), key);
    const [updated, repeated] = [await update("update"), await update("update")];
    expect([updated.headers.get("etag"), repeated.headers.get("etag"), replayed(repeated)]).toEqual([
      '"2"',
      '"2"',
      "true",
    ]);
    expect(await codeOf(await update())).toBe("412 version_conflict");
    const entries = await rowsOf(app.db, sql`select from audit_log where resource_id = ${id}`);
    expect(entries).toHaveLength(2);
  });
});
