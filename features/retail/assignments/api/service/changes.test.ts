import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import type { Refusal } from "#base/refusal.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { call, type Transport } from "#web/call.ts";
import { assignmentDecisions } from "#features/retail/assignments/contract/changes.ts";

const app = await testApi([assignmentsFeature]);
afterAll(app.close);
const made = market(app.db);
const grants = [
  "assignments.read",
  "assignments.update",
  "assignments.export",
  ...decidingPermissions(assignmentDecisions),
];
const { transport } = await app.signIn("Aisyah", grants);

type Change = Input<typeof assignments.preview>["change"];
const preview = (change: Change, by: Transport = transport) => call(by, assignments.preview, { change, lines: 200 });
const apply = async (change: Change, by: Transport = transport) => {
  const { fingerprint } = await preview(change, by);
  return call(by, assignments.apply, { change, fingerprint });
};
const listOf = async (retailerId: string, more: Partial<Input<typeof assignments.list>> = {}) =>
  (await call(transport, assignments.list, { retailerId, sort: "product", limit: 100, count: "capped", ...more })).rows;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );
const problemsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: Refusal) => error.errors.map(({ path, code }) => [path, code]),
  );
const assignTo = (retailerId: string, ids: readonly string[]): Change => ({
  kind: "assign",
  target: { retailerIds: [retailerId], products: { ids: [...ids] } },
  blocked: "leave_out",
});

const its = { brand: "", category: "", body: "", certificate: "", dates: "", ghee: "", lapsed: "", type: "" };
beforeAll(async () => {
  its.brand = await made.brand({ name: "Bustan" });
  its.category = await made.category();
  its.body = await made.body({ acronym: "HFCE" });
  its.type = await made.type({ default_cashback_bps: 300, max_cashback_bps: 800 });
  const product = (name: string) =>
    made.product({
      brand_id: its.brand,
      category_id: its.category,
      name,
      sort_key: name.toLowerCase(),
      rrp_minor: 890,
      rrp_currency: "GBP",
    });
  [its.dates, its.ghee, its.lapsed] = [await product("Dates"), await product("Ghee"), await product("Labneh")];
  its.certificate = await made.certificate({ body_id: its.body });
  await made.line(its.certificate, its.dates);
  await made.line(its.certificate, its.ghee);
  const ended = await made.certificate({ body_id: its.body, expires_on: "2026-11-02" });
  await made.line(ended, its.lapsed);
  const renewal = await made.certificate({ body_id: its.body, state: "submitted" });
  await made.line(renewal, its.lapsed);
});
const newRetailer = () => made.retailer({ retailer_type_id: its.type });

describe("a change", () => {
  test("is previewed with what blocks it and the nearest fix, and then applied as previewed", async () => {
    const retailer = await newRetailer();
    const change = assignTo(retailer, [its.dates, its.ghee, its.lapsed]);
    const seen = await preview(change);
    expect(seen.counts).toEqual({ create: 2, blocked: 1 });
    expect(seen.lines[0]).toMatchObject({
      outcome: "blocked",
      product: { name: "Labneh" },
      findings: [
        {
          reason: "HALAL_EXPIRED",
          isBlocking: true,
          certificate: { endsAt: "2026-11-03T00:00:00.000Z", body: "HFCE" },
          fix: { kind: "verify_renewal" },
        },
      ],
    });
    expect(await call(transport, assignments.apply, { change, fingerprint: seen.fingerprint })).toEqual({
      changed: 2,
      leftOut: 1,
    });
    const rows = await listOf(retailer);
    expect(rows.map(({ product, status, evidence }) => [product.name, status, evidence?.id])).toEqual([
      ["Dates", "active", its.certificate],
      ["Ghee", "active", its.certificate],
    ]);
    expect((await preview(change)).counts).toEqual({ already: 2, blocked: 1 });
    // A repeated request does nothing twice.
    expect(await codeOf(call(transport, assignments.apply, { change, fingerprint: seen.fingerprint }))).toBe(
      "preview_stale",
    );
    expect(await listOf(retailer)).toHaveLength(2);
  });

  test("is refused when a fact of its preview has changed", async () => {
    const retailer = await newRetailer();
    const certificate = await made.certificate({ body_id: its.body });
    const product = await made.product({ brand_id: its.brand, category_id: its.category });
    await made.line(certificate, product);
    const change = assignTo(retailer, [product]);
    const { fingerprint } = await preview(change);
    await app.db.execute(sql`
      update certificates set state = 'suspended', state_reason = 'Audit' where id = ${certificate}::uuid`);
    expect(await codeOf(call(transport, assignments.apply, { change, fingerprint }))).toBe("preview_stale");
    expect(await listOf(retailer)).toEqual([]);
  });

  test("pauses, resumes what nothing blocks, sets price and rate, and ends", async () => {
    const retailer = await newRetailer();
    await apply(assignTo(retailer, [its.dates, its.ghee]));
    const [dates, ghee] = await listOf(retailer);
    const selection = { ids: [dates!.id, ghee!.id] };
    expect(await apply({ kind: "pause", selection, reason: "Recall" })).toEqual({ changed: 2, leftOut: 0 });
    expect((await listOf(retailer))[0]).toMatchObject({
      status: "paused",
      pauseSource: "manual",
      pauseReason: "Recall",
    });
    expect(await apply({ kind: "resume", selection })).toEqual({ changed: 2, leftOut: 0 });
    await apply({ kind: "setPrice", selection: { ids: [dates!.id] }, priceMinor: 795, currency: "GBP" });
    await apply({ kind: "setRate", selection: { ids: [dates!.id] }, cashbackMode: "bps", cashbackBps: 750 });
    expect((await preview({ kind: "setRate", selection, cashbackMode: "bps", cashbackBps: 900 })).counts).toEqual({
      rate_too_high: 2,
    });
    expect((await preview({ kind: "setPrice", selection, priceMinor: 1, currency: "AED" })).counts).toEqual({
      wrong_currency: 2,
    });
    const after = await listOf(retailer);
    expect(after.map(({ price, rate }) => [price, rate])).toEqual([
      [
        { amountMinor: 795, currency: "GBP", source: "assignment" },
        { source: "assignment", bps: 750, fixedMinor: null, isCapped: false },
      ],
      [
        { amountMinor: 890, currency: "GBP", source: "product" },
        { source: "retailerType", bps: 300, fixedMinor: null, isCapped: false },
      ],
    ]);
    const give = async (table: "brands" | "products", id: string, bps: number | null) => {
      await app.db.execute(sql`update ${sql.raw(table)} set cashback_bps = ${bps} where id = ${id}`);
      return (await listOf(retailer)).map(({ rate: { source, bps: given, isCapped } }) => [source, given, isCapped]);
    };
    const own = ["assignment", 750, false];
    expect(await give("brands", its.brand, 400)).toEqual([own, ["brand", 400, false]]);
    expect(await give("products", its.ghee, 900)).toEqual([own, ["product", 800, true]]);
    expect(await give("products", its.ghee, 0)).toEqual([own, ["product", 0, false]]);
    await give("products", its.ghee, null);
    await give("brands", its.brand, null);
    const capped = (amountMinor: number, currency = "GBP") =>
      ({ kind: "setCap", selection, cap: { amountMinor, currency } }) as const;
    expect((await preview(capped(200, "AED"))).counts).toEqual({ wrong_currency: 2 });
    expect(await apply(capped(200))).toEqual({ changed: 2, leftOut: 0 });
    expect((await preview(capped(200))).counts).toEqual({ already: 2 });
    const { version } = (await listOf(retailer))[1]!;
    const fixed = { cashbackMode: "fixed", cashbackFixedMinor: 50 } as const;
    await call(transport, assignments.update, { id: ghee!.id, version, ...fixed });
    expect((await preview(capped(49))).counts).toEqual({ change: 1, cap_below_amount: 1 });
    await apply({ kind: "setCap", selection, cap: null });
    expect((await listOf(retailer)).map(({ cashbackCapMinor, currency }) => [cashbackCapMinor, currency])).toEqual([
      [null, "GBP"],
      [null, "GBP"],
    ]);
    await apply({ kind: "end", selection: { ids: [dates!.id] } });
    expect((await listOf(retailer)).map(({ product }) => product.name)).toEqual(["Ghee"]);
    // An ended assignment can be created again.
    app.clock.advance(1);
    expect(await apply(assignTo(retailer, [its.dates]))).toEqual({ changed: 1, leftOut: 0 });
  });

  test("assigns products to several retailers at once, with a cap per purchase where they sell in its currency", async () => {
    const [here, there] = [
      await newRetailer(),
      await made.retailer({ retailer_type_id: its.type, default_currency: "AED" }),
    ];
    const change: Change = {
      kind: "assign",
      target: { retailerIds: [here, there], products: { ids: [its.dates, its.lapsed] } },
      blocked: "leave_out",
      cap: { amountMinor: 300, currency: "GBP" },
    };
    expect((await preview(change)).counts).toEqual({ create: 1, wrong_currency: 1, blocked: 2 });
    expect(await apply(change)).toEqual({ changed: 1, leftOut: 3 });
    expect(await listOf(here)).toMatchObject([{ cashbackCapMinor: 300, currency: "GBP" }]);
    const { rows } = await call(transport, assignments.listShops, { ids: [here, there] });
    expect(rows.map(({ id, currency }) => [id, currency]).toSorted()).toEqual(
      [
        [here, "GBP"],
        [there, "AED"],
      ].toSorted(),
    );
  });

  test("copies what another retailer sells, with the terms that fit", async () => {
    const from = await newRetailer();
    await apply(assignTo(from, [its.dates]));
    const [row] = await listOf(from);
    await apply({ kind: "setPrice", selection: { ids: [row!.id] }, priceMinor: 700, currency: "GBP" });
    const [same, other] = [
      await newRetailer(),
      await made.retailer({ retailer_type_id: its.type, default_currency: "AED" }),
    ];
    const change: Change = { kind: "copy", fromRetailerId: from, retailerIds: [same, other], withTerms: true };
    expect(await apply(change)).toEqual({ changed: 2, leftOut: 0 });
    expect((await listOf(same))[0]).toMatchObject({ priceMinor: 700, currency: "GBP" });
    expect((await listOf(other))[0]).toMatchObject({ priceMinor: null, currency: null });
  });

  test.runIf(app.engine === "postgres")(
    "assigns a product to a retailer once, however many requests run at the same time",
    async () => {
      const retailer = await newRetailer();
      const change = assignTo(retailer, [its.dates]);
      const { fingerprint } = await preview(change);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => codeOf(call(transport, assignments.apply, { change, fingerprint }))),
      );
      expect(outcomes.toSorted()).toEqual(["done", ...Array.from({ length: 7 }, () => "preview_stale")]);
      expect(await listOf(retailer)).toHaveLength(1);
    },
  );
});

describe("the database", () => {
  const insert = (retailer: string, startsAt: string, endsAt: string | null) =>
    made.insert("assignments", {
      retailer_id: retailer,
      product_id: its.dates,
      status: endsAt === null ? "active" : "ended",
      stock_status: "unknown",
      cashback_mode: "inherit",
      starts_at: startsAt,
      ends_at: endsAt,
      ended_at: endsAt,
      version: 1,
      created_at: startsAt,
      updated_at: startsAt,
    });
  const constraintOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: { cause: { constraint: string } }) => error.cause.constraint,
    );

  test("refuses periods that overlap, to the millisecond", async () => {
    const retailer = await newRetailer();
    await insert(retailer, "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z");
    expect(await constraintOf(insert(retailer, "2026-03-31T23:59:59.999Z", null))).toBe("assignments__overlap");
    expect(await constraintOf(insert(retailer, "2026-02-01T00:00:00Z", "2026-03-01T00:00:00.001Z"))).toBe(
      "assignments__overlap",
    );
    expect(await constraintOf(insert(retailer, "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"))).toBe("done");
    expect(await constraintOf(insert(retailer, "2026-04-01T00:00:00Z", null))).toBe("done");
  });

  test.runIf(app.engine === "postgres")("accepts one of ten overlapping periods", async () => {
    const retailer = await newRetailer();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, day) =>
        constraintOf(insert(retailer, `2026-03-0${day}T00:00:00Z`.replace("00T", "10T"), "2026-04-01T00:00:00Z")),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  });
});

describe("the scope", () => {
  test("of a retailer's users is the retailer with its branches; a brand's users have its products everywhere", async () => {
    const [chain, stranger] = [await newRetailer(), await newRetailer()];
    const branch = await made.retailer({ retailer_type_id: its.type, parent_id: chain });
    const foreign = await made.product({ brand_id: await made.brand(), category_id: its.category });
    await made.line(its.certificate, foreign);
    for (const retailer of [chain, branch, stranger]) await apply(assignTo(retailer, [its.dates, foreign]));
    const scoped = grants.map((grant) => `${grant}@scope`);
    const keeper = await app.signIn("Keeper", scoped, [{ kind: "retailer", target: chain }]);
    const maker = await app.signIn("Maker", scoped, [{ kind: "brand", target: its.brand }]);
    const namesAt = async (by: Transport, retailerId: string) =>
      (await call(by, assignments.list, { retailerId, sort: "product", limit: 100, count: "none" })).rows.map(
        ({ product }) => product.id,
      );
    expect((await namesAt(keeper.transport, branch)).toSorted()).toEqual([its.dates, foreign].toSorted());
    expect(await namesAt(keeper.transport, stranger)).toEqual([]);
    expect(await namesAt(maker.transport, stranger)).toEqual([its.dates]);
    expect(await codeOf(call(keeper.transport, assignments.shop, { retailerId: stranger }))).toBe("not_found");
    expect(await codeOf(preview(assignTo(stranger, [its.ghee]), keeper.transport))).toBe("not_found");
    // The brand's users may not change another brand's product.
    expect((await preview(assignTo(stranger, [its.ghee, foreign]), maker.transport)).counts).toEqual({ create: 1 });
    const theirs = await call(maker.transport, assignments.candidates, {
      retailerId: stranger,
      sort: "name",
      limit: 100,
      count: "none",
    });
    expect(theirs.rows.map(({ product }) => product.brand.id).every((brand) => brand === its.brand)).toBe(true);
  });
});

describe("the matrix", () => {
  test("returns any window of products by branches, and what blocks each", async () => {
    const chain = await newRetailer();
    const branch = await made.retailer({ retailer_type_id: its.type, parent_id: chain });
    await apply(assignTo(branch, [its.dates]));
    const { branches, counts } = await call(transport, assignments.shop, { retailerId: chain });
    expect(branches.map(({ id }) => id)).toEqual([chain, branch]);
    expect(counts).toEqual({ active: 0, paused: 0, proposed: 0 });
    const ask = (more: object) =>
      call(transport, assignments.matrix, { retailerId: chain, brand: [its.brand], offset: 0, limit: 50, ...more });
    const all = await ask({});
    const labneh = all.rows.find(({ product }) => product.id === its.lapsed)!;
    expect(labneh).toMatchObject({
      halal: "expired",
      cells: [{ blockedBy: "HALAL_EXPIRED" }, { blockedBy: "HALAL_EXPIRED" }],
    });
    const dates = all.rows.findIndex(({ product }) => product.id === its.dates);
    expect(all.rows[dates]!.cells.map(({ status }) => status)).toEqual([null, "active"]);
    expect((await ask({ offset: dates, limit: 1 })).rows).toEqual([all.rows[dates]]);
    expect(await ask({ offset: 5000 })).toEqual({ total: all.total, rows: [] });
    expect((await ask({ isAssigned: true })).rows.map(({ product }) => product.id)).toEqual([its.dates]);
  });

  test("and the lists beside it sort products by their Arabic names for Arabic screens", async () => {
    const retailerId = await newRetailer();
    await apply(assignTo(retailerId, [its.dates, its.ghee]));
    await app.db.execute(sql`update products set name_i18n = '{"ar": "أرز"}' where id = ${its.ghee}`);
    const input = { retailerId, brand: [its.brand], sortLanguage: "ar" as const };
    const pages = [
      await call(transport, assignments.matrix, { ...input, offset: 0, limit: 50 }),
      await call(transport, assignments.candidates, { ...input, sort: "name", limit: 100, count: "none" }),
      { rows: await listOf(retailerId, input) },
    ];
    const first = pages.map(({ rows }) => rows.slice(0, 2).map(({ product }) => product.name));
    expect(first).toEqual(pages.map(() => ["Ghee", "Dates"]));
  });
});

test("changes one by its version, and reports errors at their fields", async () => {
  const retailer = await newRetailer();
  await apply(assignTo(retailer, [its.dates]));
  const { id, version } = (await listOf(retailer))[0]!;
  const changed = await call(transport, assignments.update, {
    id,
    version,
    priceMinor: 500,
    currency: "GBP",
    stockStatus: "low",
  });
  expect(changed).toMatchObject({ priceMinor: 500, stockStatus: "low", version: version + 1 });
  expect(await codeOf(call(transport, assignments.update, { id, version, stockStatus: "out" }))).toBe(
    "version_conflict",
  );
  const wrong = await call(transport, assignments.update, {
    id,
    version: version + 1,
    cashbackMode: "bps",
    cashbackBps: 801,
  }).catch((error: Refusal) => error);
  expect(wrong).toMatchObject({ code: "rate_too_high", details: { maxBps: 800, maxPercent: 8 } });
  const fixed = (cashbackFixedMinor: number, more: object = {}) =>
    call(transport, assignments.update, {
      id,
      version: version + 1,
      cashbackMode: "fixed",
      cashbackFixedMinor,
      ...more,
    });
  // 8% of 5.00, and a cap per purchase that covers one product.
  expect(await problemsOf(fixed(41))).toEqual([["cashbackFixedMinor", "rate_too_high"]]);
  expect(await problemsOf(fixed(40, { cashbackCapMinor: 39 }))).toEqual([["cashbackCapMinor", "cap_below_amount"]]);
  expect(await problemsOf(fixed(40, { endsAt: app.clock.now }))).toEqual([["endsAt", "day_over"]]);
  expect(await fixed(40, { cashbackCapMinor: 40 })).toMatchObject({
    cashbackCapMinor: 40,
    rate: { fixedMinor: 40, isCapped: false },
  });
  expect(await codeOf(call(transport, assignments.get, { id: newId() }))).toBe("not_found");
  const entries = await rowsOf<{ action: string }>(
    app.db,
    sql`select action from audit_log where resource = 'assignments' and resource_id = ${id} order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual(["create", "update", "update"]);
});
