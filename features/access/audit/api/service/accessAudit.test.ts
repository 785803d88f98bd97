import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operation } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { minuteMs } from "#base/time.ts";
import { serve } from "#api/serve.ts";
import { wholeTable } from "#api/tableFile.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { auditFeature } from "#features/access/audit/api/routes.ts";
import { call, download, type Transport } from "#web/call.ts";

// A test area that records no access itself.
const heedless = {
  look: operation({
    method: "GET",
    path: "/api/v1/persons/{id}",
    permission: "persons.read",
    summary: "One person",
    input: z.strictObject({ id: z.string(), with: z.optional(z.string()) }),
    output: z.object({ name: z.string() }),
    readsPersonalData: true,
    refusals: [commonRefusals.not_found],
  }),
  move: operation({
    method: "POST",
    path: "/api/v1/persons/{id}/moves",
    permission: "persons.update",
    summary: "Move one elsewhere",
    input: z.strictObject({ id: z.string() }),
    output: z.undefined(),
    reply: "empty",
    refusals: [commonRefusals.outside_scope],
  }),
  take: operation({
    method: "GET",
    path: "/api/v1/persons.csv",
    permission: "persons.export",
    summary: "All persons",
    input: z.strictObject({ country: z.optional(z.string()), limit: z._default(z.int(), 25) }),
    output: z.string(),
    reply: "csv",
  }),
  template: operation({
    method: "GET",
    path: "/api/v1/persons-template.csv",
    permission: "persons.export",
    summary: "No person",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
};

async function* one(cell: string) {
  yield [[cell]];
}

let app: TestApi;
let transport: Transport;
beforeAll(async () => {
  const routes = serve(heedless, {
    look: async (_ctx, { id }) => {
      if (id === "nobody") throw commonRefusals.not_found();
      return { name: "Amina" };
    },
    move: async () => {
      throw commonRefusals.outside_scope();
    },
    take: async () => wholeTable("persons", ["name"], () => one("Amina")),
    template: async () => wholeTable("template", ["name"], () => one("Noor")),
  });
  app = await testApi([{ routes }, auditFeature([])]);
  ({ transport } = await app.signIn("Aisyah", ["persons.read", "persons.update", "persons.export"]));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.runJobs();
  app.clock.advance(5 * minuteMs);
  from = (await rowsOf<{ last: number }>(app.db, sql`select coalesce(max(id), 0)::int as last from audit_log`))[0]!
    .last;
});
let from = 0;

type LoggedAccess = {
  actor_name: string;
  action: string;
  resource: string;
  resource_id: string;
  changes: Record<string, { after: unknown }>;
};
const written = async () => {
  const rows = await rowsOf<LoggedAccess>(
    app.db,
    sql`select actor_name, action, resource, resource_id, changes from audit_log where id > ${from} order by id`,
  );
  return rows.map(({ actor_name, action, resource, resource_id, changes }) => [
    `${actor_name} ${action} ${resource} ${resource_id}`,
    Object.fromEntries(Object.entries(changes).map(([name, { after }]) => [name, after])),
  ]);
};
const refused = (called: Promise<unknown>) => called.catch((error: { code: string }) => error.code);

test("an export is logged with its filter, and a template is not", async () => {
  await download(transport, heedless.take, { country: "AE", limit: 25 });
  await download(transport, heedless.template, {});
  expect(await written()).toEqual([["Aisyah export persons *", { filter: { country: "AE" } }]]);
});

test("every export is a separate entry", async () => {
  await download(transport, heedless.take, { limit: 25 });
  await download(transport, heedless.take, { limit: 25 });
  expect(await written()).toHaveLength(2);
});

test("a read of a user's data is logged, and repeated reads within a minute are counted", async () => {
  await call(transport, heedless.look, { id: "amina" });
  await call(transport, heedless.look, { id: "amina" });
  await call(transport, heedless.look, { id: "amina" });
  await call(transport, heedless.look, { id: "karim" });
  const look = { operation: "GET /api/v1/persons/{id}" };
  const atOnce = [
    ["Aisyah read persons amina", look],
    ["Aisyah read persons karim", look],
  ];
  expect(await written()).toEqual(atOnce);
  await app.runJobs();
  expect(await written()).toEqual(atOnce);
  app.clock.advance(2 * minuteMs);
  await app.runJobs();
  expect(await written()).toEqual([...atOnce, ["Aisyah read persons amina", { ...look, further: 2 }]]);
  app.clock.advance(2 * minuteMs);
  await app.runJobs();
  expect(await written()).toHaveLength(3);
});

test("a read that finds no user is not logged", async () => {
  expect(await refused(call(transport, heedless.look, { id: "nobody" }))).toBe("not_found");
  expect(await written()).toEqual([]);
});

test("a refusal is logged once a minute with its number of repetitions, so calls can't fill the disk", async () => {
  const { transport: outsider } = await app.signIn("Outsider", []);
  for (let turn = 0; turn < 40; turn++) {
    expect(await refused(call(outsider, heedless.look, { id: `someone ${turn}` }))).toBe("permission_denied");
  }
  expect(await refused(call(outsider, heedless.move, { id: "amina" }))).toBe("permission_denied");
  const denied = (operationName: string, permission: string) => ({
    operation: operationName,
    code: "permission_denied",
    permission,
  });
  const atOnce = [
    ["Outsider refuse persons *", denied("GET /api/v1/persons/{id}", "persons.read")],
    ["Outsider refuse persons *", denied("POST /api/v1/persons/{id}/moves", "persons.update")],
  ];
  expect(await written()).toEqual(atOnce);
  app.clock.advance(2 * minuteMs);
  await app.runJobs();
  expect(await written()).toEqual([
    ...atOnce,
    ["Outsider refuse persons *", { ...denied("GET /api/v1/persons/{id}", "persons.read"), further: 39 }],
  ]);
});

test("a read outside the caller's scope is logged too", async () => {
  expect(await refused(call(transport, heedless.move, { id: "amina" }))).toBe("outside_scope");
  expect(await written()).toEqual([
    ["Aisyah refuse persons *", { operation: "POST /api/v1/persons/{id}/moves", code: "outside_scope" }],
  ]);
});

test("nothing is logged for signed-out callers", async () => {
  expect(await refused(call(app.anonymous, heedless.look, { id: "amina" }))).toBe("token_missing");
  expect(await written()).toEqual([]);
});
