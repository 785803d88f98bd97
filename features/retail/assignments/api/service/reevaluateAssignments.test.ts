import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { EventType } from "#base/eventTypes.ts";
import { operation } from "#base/contract.ts";
import * as z from "zod/mini";
import { inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { serve, type Feature } from "#api/serve.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { collectRetailerNotices } from "#features/retail/assignments/api/service/notices.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Change } from "#features/retail/assignments/contract/changes.ts";
import { reevaluatingEvents } from "#features/retail/assignments/rules.ts";
import { call } from "#web/call.ts";

// Replaces the area whose records change: records the events in the transaction of the change.
const switches = {
  pull: operation({
    method: "POST",
    path: "/api/levers",
    permission: "session",
    summary: "Set a certificate's state and tell of it",
    input: z.strictObject({
      certificate: z.string(),
      state: z.string(),
      type: z.string(),
      products: z.array(z.string()),
    }),
    output: z.array(z.record(z.string(), z.unknown())),
  }),
};
const switchesFeature: Feature = {
  routes: serve(switches, {
    pull: (ctx, { certificate, state, type, products }) =>
      inTransaction(ctx, async (inner) => {
        await inner.db.execute(sql`
          update certificates set state = ${state}, state_reason = 'As announced', state_changed_at = ${ctx.now}::timestamptz
           where id = ${certificate}::uuid`);
        return [
          ...(await recordEvents(inner, [
            {
              type: type as EventType,
              resource: "certificates",
              resourceId: certificate,
              payload: { code: "CERT-000114" },
              concerns: { products },
            },
          ])),
        ];
      }),
  }),
};

const app = await testApi([assignmentsFeature, switchesFeature]);
afterAll(app.close);
const made = market(app.db);
const { transport } = await app.signIn("Aisyah", ["assignments.read", "assignments.update"]);

async function world({ products: productsCount, retailers: retailersCount }: { products: number; retailers: number }) {
  const goods = await made.certified(productsCount);
  const type = await made.type();
  const retailers: string[] = [];
  for (let n = 0; n < retailersCount; n++) retailers.push(await made.retailer({ retailer_type_id: type }));
  await apply({
    kind: "assign",
    target: { retailerIds: retailers, products: { ids: goods.products } },
    blocked: "leave_out",
  });
  return { ...goods, retailers };
}

async function apply(change: Change) {
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  return call(transport, assignments.apply, { change, fingerprint });
}
const pull = (certificate: string, products: string[], [state, type]: readonly [string, EventType]) =>
  call(transport, switches.pull, { certificate, products, state, type });
const suspend = ["suspended", "certificate.suspended"] as const;
const reinstate = ["verified", "certificate.reinstated"] as const;
/** A user of a retailer who subscribed to certificate notices. */
const wantsToHear = (retailerId: string) =>
  made.insert("retailer_contacts", {
    retailer_id: retailerId,
    name: "Halal desk",
    email: "halal@shop.example",
    is_primary: true,
    notify: ["halal"],
    created_at: app.clock.now,
    updated_at: app.clock.now,
  });
async function noticesOf() {
  app.emails.length = 0;
  await app.sendNotices();
  return [...app.emails];
}
const statusesOf = async (retailerId: string) =>
  (await call(transport, assignments.list, { retailerId, sort: "createdAt", limit: 100, count: "none" })).rows.map(
    ({ product, status, pauseReason, pauseSource }) => ({ product: product.id, status, pauseReason, pauseSource }),
  );

describe("a suspended certificate", () => {
  test("pauses all assignments that rely on it with the reason; reinstated, it resumes exactly those", async () => {
    const { certificate, products, retailers, body } = await world({ products: 3, retailers: 2 });
    await wantsToHear(retailers[1]!);
    const [first, second, third] = products as [string, string, string];
    // One has another certificate, one was paused by a user.
    await made.line(await made.certificate({ body_id: body }), third);
    const before = (
      await call(transport, assignments.list, {
        retailerId: retailers[0]!,
        sort: "createdAt",
        limit: 100,
        count: "none",
      })
    ).rows;
    const own = before.find(({ product }) => product.id === second)!;
    await apply({ kind: "pause", selection: { ids: [own.id] }, reason: "Shelf is empty" });
    expect(await pull(certificate, products, suspend)).toEqual([
      {
        resource: "assignments",
        verb: "paused",
        count: 3,
        facts: { products: 2, retailers: 2 },
        // The retailer with the most products comes first.
        reaches: [
          expect.objectContaining({ resource: "retailers", id: retailers[1], count: 2 }),
          expect.objectContaining({ id: retailers[0], count: 1 }),
        ],
      },
    ]);
    const paused = { status: "paused", pauseReason: "HALAL_SUSPENDED", pauseSource: "auto" };
    const byProduct = (a: { product: string }, b: { product: string }) => (a.product < b.product ? -1 : 1);
    expect((await statusesOf(retailers[0]!)).toSorted(byProduct)).toEqual(
      [
        { product: first, ...paused },
        { product: second, status: "paused", pauseReason: "Shelf is empty", pauseSource: "manual" },
        { product: third, status: "active", pauseReason: null, pauseSource: null },
      ].toSorted(byProduct),
    );
    const emails = await noticesOf();
    expect(emails.map(({ to }) => to)).toEqual(["halal@shop.example"]);
    expect(emails[0]!.text).toMatch(
      /- 2 products paused: certificate DEMO-\d+ \(CERT-\d+\), issued by B\d+, is suspended\n {2}Reason: As announced\n {2}· Product \d+\n {2}· Product \d+\n/,
    );
    // Another event for the same records finds nothing more to change.
    expect(await pull(certificate, products, suspend)).toEqual([]);
    expect(await pull(certificate, products, reinstate)).toMatchObject([
      { resource: "assignments", verb: "resumed", count: 3, facts: { products: 2, retailers: 2 } },
    ]);
    expect((await noticesOf()).map(({ text }) => text)).toEqual([
      expect.stringContaining("- 2 products resumed: certificate DEMO-"),
    ]);
    expect((await statusesOf(retailers[0]!)).find(({ product }) => product === second)?.pauseSource).toBe("manual");
    const events = await rowsOf<{ type: string; reason: string; count: number }>(
      app.db,
      sql`select type, payload ->> 'reason' as reason, (payload ->> 'productCount')::int as count from outbox_events
           where type like 'assignment.%' and payload ->> 'reason' <> 'MANUAL' order by occurred_at, id`,
    );
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "assignment.paused",
      "assignment.paused",
      "assignment.resumed",
      "assignment.resumed",
    ]);
    expect(new Set(events.map(({ reason }) => reason))).toEqual(new Set(["HALAL_SUSPENDED"]));
    const entries = await rowsOf<{ action: string; reason: string }>(
      app.db,
      sql`select action, reason from audit_log where resource_id = ${retailers[0]!} order by id`,
    );
    expect(entries).toEqual([
      { action: "pause", reason: "certificate.suspended CERT-000114" },
      { action: "resume", reason: "certificate.reinstated CERT-000114" },
    ]);
    const reported = await call(transport, assignments.shopActivity, { id: retailers[1]!, limit: 25 });
    expect(reported).toMatchObject({
      hasMore: false,
      events: [
        { verb: "resumed", cause: "certificate.reinstated" },
        {
          verb: "paused",
          reason: "HALAL_SUSPENDED",
          cause: "certificate.suspended",
          causeCode: "CERT-000114",
          actorName: "Aisyah",
          productCount: 2,
        },
      ],
    });
    expect(reported.events[1]!.products.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    // The history of an assignment includes what cascades did to it, without the other products.
    const lifeOf = async (product: string) => {
      const { id } = before.find((row) => row.product.id === product)!;
      const life = await call(transport, assignments.activity, { id, limit: 25 });
      return life.events.map(({ action, reason, changes }) => [action, reason, "products" in changes]);
    };
    expect(await lifeOf(first)).toEqual([
      ["resume", "certificate.reinstated CERT-000114", false],
      ["pause", "certificate.suspended CERT-000114", false],
      ["create", null, false],
    ]);
    expect(await lifeOf(third)).toEqual([["create", null, false]]);
  });

  test("names retailers to users who may see what they sell, and counts them for all", async () => {
    const { certificate, products, retailers } = await world({ products: 1, retailers: 12 });
    const type = await made.type();
    await made.retailer({ retailer_type_id: type });
    const blind = await app.signIn("Blind", []);
    const scoped = await app.signIn(
      "Keeper",
      ["assignments.read@scope"],
      [{ kind: "retailer", target: retailers[3]! }],
    );
    const pulled = async (by: typeof blind, [state, eventType]: readonly [string, EventType]) => {
      const [paused] = await call(by.transport, switches.pull, { certificate, products, state, type: eventType });
      return paused as { facts: object; reaches: { id: string }[] };
    };
    expect(await pulled(blind, suspend)).toMatchObject({ facts: { retailers: 12 }, reaches: [] });
    expect((await pulled(scoped, reinstate)).reaches.map(({ id }) => id)).toEqual([retailers[3]]);
    const [whole] = await pull(certificate, products, suspend);
    expect(whole).toMatchObject({ facts: { retailers: 12 } });
    expect((whole as { reaches: unknown[] }).reaches).toHaveLength(10);
    // An entry covers everything that the retailer sells, so users with only some of its products can't read it.
    const maker = await app.signIn(
      "Maker",
      ["assignments.read@scope"],
      [{ kind: "brand", target: await made.brand() }],
    );
    const refused = call(maker.transport, assignments.shopActivity, { id: retailers[0]!, limit: 25 });
    await expect(refused).rejects.toMatchObject({ code: "not_found" });
  });

  test.runIf(app.engine === "postgres")("leaves nothing active that is assigned at the same moment", async () => {
    const { certificate, products, retailers } = await world({ products: 2, retailers: 1 });
    const type = await made.type();
    const others = await Promise.all(Array.from({ length: 6 }, () => made.retailer({ retailer_type_id: type })));
    await Promise.allSettled([
      ...others.map((retailer) =>
        apply({
          kind: "assign",
          target: { retailerIds: [retailer], products: { ids: products } },
          blocked: "leave_out",
        }),
      ),
      pull(certificate, products, suspend),
    ]);
    const statuses = (await Promise.all([...others, ...retailers].map(statusesOf))).flat();
    expect(statuses.filter(({ status }) => status === "active")).toEqual([]);
  });
});

test("an email queued by an earlier release, without products, counts them and names none", async () => {
  const [retailerId] = (await world({ products: 1, retailers: 1 })).retailers;
  await wantsToHear(retailerId!);
  app.emails.length = 0;
  const queued = { verb: "paused", retailerId, reason: "HALAL_SUSPENDED", certificateId: null, count: 3 };
  await collectRetailerNotices(app.api.systemContext(), {
    changes: [{ ...queued, certificateCode: "CERT-000114" }],
  });
  await app.sendNotices();
  expect(app.emails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/- 3 products paused: certificate CERT-000114\n\n/),
  ]);
});

test("the hourly sweep finds changes by date, without any event", async () => {
  const { products, retailers } = await world({ products: 1, retailers: 1 });
  const [row] = (
    await call(transport, assignments.list, { retailerId: retailers[0]!, sort: "product", limit: 25, count: "none" })
  ).rows;
  const lasting = await world({ products: 1, retailers: 1 });
  await call(transport, assignments.update, { id: row!.id, version: row!.version, endsAt: "2026-12-24T00:00:00.000Z" });
  app.clock.now = "2026-12-24T00:00:00.000Z";
  expect(await statusesOf(retailers[0]!)).toEqual([]);
  const ended = await call(transport, assignments.list, {
    retailerId: retailers[0]!,
    status: ["ended"],
    sort: "product",
    limit: 25,
    count: "none",
  });
  expect(ended.rows.map(({ product, status }) => [product.id, status])).toEqual([[products[0], "ended"]]);
  // The certificates of this file end with the year.
  app.clock.now = "2027-01-01T00:00:00.000Z";
  const [open] = (
    await call(transport, assignments.list, {
      retailerId: lasting.retailers[0]!,
      sort: "product",
      limit: 25,
      count: "none",
    })
  ).rows;
  expect(open).toMatchObject({ status: "active", findings: [{ reason: "HALAL_EXPIRED", isBlocking: true }] });
  await app.runJobs();
  expect(await statusesOf(lasting.retailers[0]!)).toMatchObject([{ status: "paused", pauseReason: "HALAL_EXPIRED" }]);
  const [{ marked }] = (await rowsOf<{ marked: number }>(
    app.db,
    sql`select count(*)::int as marked from assignments where id = ${row!.id}::uuid and ended_at is not null`,
  )) as [{ marked: number }];
  expect(marked).toBe(1);
});

/**
 * The columns that SQL functions read, including the functions that they call. The catalogue has no dependencies for
 * functions stored as text; a copy with a standard SQL body is parsed when it is created, so the catalogue has them.
 */
async function columnsReadBy(...roots: string[]): Promise<Set<string>> {
  const columns = new Set<string>();
  const known = new Set(roots);
  for (const name of known) {
    const [told] = await rowsOf<{ takes: string; answers: string; body: string }>(
      app.db,
      sql`select pg_get_function_arguments(oid) as takes, pg_get_function_result(oid) as answers, prosrc as body
            from pg_proc where proname = ${name} and pronamespace = 'public'::regnamespace`,
    );
    const { takes, answers, body } = told!;
    await app.db.execute(
      sql.raw(`create function pg_temp.${name}(${takes}) returns ${answers} language sql begin atomic ${body}; end`),
    );
    const reads = await rowsOf<{ column: string | null; calls: string | null }>(
      app.db,
      sql`select case when refclassid = 'pg_class'::regclass then refobjid::regclass || '.' || attname end as column,
                 case when refclassid = 'pg_proc'::regclass then called.proname end as calls
            from pg_depend
            left join pg_attribute on attrelid = refobjid and attnum = refobjsubid and refobjsubid > 0
            left join pg_proc as called on called.oid = refobjid and called.pronamespace = 'public'::regnamespace
           where classid = 'pg_proc'::regclass
             and objid = (select oid from pg_proc where proname = ${name} and pronamespace = pg_my_temp_schema())`,
    );
    for (const { column, calls } of reads) {
      if (column !== null) columns.add(column);
      if (calls !== null) known.add(calls);
    }
  }
  return columns;
}

test("every column that the rule reads is in the README with its event", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  // For example `products.brand_id`, `category_id`. Ids are left out, because they never change.
  const lines = [...readme.matchAll(/^\| `([a-z_]+)\.([a-z_`, ]+)` \|.*\| (.+) \|$/gm)];
  const read = [...(await columnsReadBy("promotion_of"))].filter((column) => !column.endsWith(".id"));
  const reported = lines.flatMap(([, table, columns]) => columns!.split("`, `").map((column) => `${table}.${column}`));
  expect(reported.toSorted()).toEqual(read.toSorted());
  const types = lines.flatMap(([, , , how]) => [...how!.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => type));
  expect([...new Set(types)].toSorted()).toEqual(reevaluatingEvents.toSorted());
});

test("every event that can cause a cascade has a message", () => {
  const words = readFileSync(new URL("../../web/messages.en.json", import.meta.url), "utf8");
  const { causes } = JSON.parse(words) as { causes: Record<string, Record<string, string>> };
  const spoken = Object.entries(causes).flatMap(([area, told]) => Object.keys(told).map((what) => `${area}.${what}`));
  expect(spoken.toSorted()).toEqual([...reevaluatingEvents, "assignments.sweep"].toSorted());
});
