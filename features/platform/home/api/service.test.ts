import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import type { RowScope } from "#base/grants.ts";
import { addMs, dayMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";
import { audit } from "#features/access/audit/contract.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { countFigures } from "#features/platform/home/api/service/figureJob.ts";
import { gatherHome } from "#features/platform/home/api/service/home.ts";
import { home } from "#features/platform/home/contract.ts";
import { figureLists, type FigureName } from "#features/platform/home/rules.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

const { figures } = gatherHome(features.flatMap((feature) => feature.home ?? []));
const read = (transport: Transport, period: "today" | "7d" | "30d" | "quarter" = "30d") =>
  call(transport, home.read, { period });

async function countAllFigures(ctx: Ctx) {
  while ((await countFigures(ctx, figures)) === "again");
}

const storedDays = (app: TestApi) =>
  rowsOf<{ figure: string; scope_key: string; day: string; value: number }>(
    app.db,
    sql`select figure, scope_key, day::text, value::int from figure_days order by figure, scope_key, day`,
  );

describe("with sample data", () => {
  let app: TestApi;
  let scopes: { readonly brand: RowScope; readonly otherBrand: RowScope; readonly country: RowScope };
  beforeAll(async () => {
    app = await testApi(features);
    await seedOnce(app.api.systemContext(), features);
    const made = await rowsOf<{ id: string; country: string }>(
      app.db,
      sql`select brands.id, brands.country_key as country
            from brands join products on products.brand_id = brands.id and products.status = 'published'
           where brands.status = 'active'
           group by brands.id order by count(*) desc limit 2`,
    );
    scopes = {
      brand: { kind: "brand", target: made[0]!.id },
      otherBrand: { kind: "brand", target: made[1]!.id },
      country: { kind: "country", target: made[0]!.country },
    };
  });
  afterAll(() => app.close());

  /** Of a figure's link, as the list's operation reads it. */
  const listTotal = async (transport: Transport, name: FigureName) => {
    const operations: Record<FigureName, Operation> = {
      activeBrands: brands.list,
      publishedProducts: products.list,
      certifiedProducts: products.list,
      activeRetailers: retailers.list,
      redemptionsToday: redemptions.list,
      livePromocodes: promocodes.list,
      validCertificates: certificates.list,
    };
    const filters = Object.entries(figureLists[name].search).map(([key, values]) => [key, values.split(".")]);
    const page = (await call(transport, operations[name], Object.fromEntries(filters))) as { total: unknown };
    return page.total;
  };

  const everything = figures.map(({ operation }) => operation.permission);
  const callers: Record<string, () => { grants: readonly string[]; scopes: readonly RowScope[] }> = {
    "all rows": () => ({ grants: everything, scopes: [] }),
    "one brand": () => ({ grants: everything.map((each) => `${each}@scope`), scopes: [scopes.brand] }),
    "two brands": () => ({
      grants: everything.map((each) => `${each}@scope`),
      scopes: [scopes.otherBrand, scopes.brand],
    }),
    "a brand and its country, which overlap": () => ({
      grants: everything.map((each) => `${each}@scope`),
      scopes: [scopes.brand, scopes.country],
    }),
    "its own rows": () => ({ grants: everything.map((each) => `${each}@own`), scopes: [scopes.brand] }),
    "no scope": () => ({ grants: everything.map((each) => `${each}@scope`), scopes: [] }),
    "only certificates": () => ({ grants: ["certificates.read"], scopes: [] }),
  };

  test.each(Object.keys(callers))(
    "each figure is what its list counts, today and in the hourly count: %s",
    async (name) => {
      const { grants, scopes: own } = callers[name]!();
      const { transport, actor } = await app.signIn(name, grants, own);
      for (const { kind, target } of own) {
        await app.db.execute(sql`
        insert into user_scopes (user_id, kind, target, granted_at)
        values (${actor.userId}, ${kind}, ${target}, now()) on conflict do nothing`);
      }
      await countAllFigures(app.api.systemContext());
      const shown = await read(transport);
      expect(shown.figures).toHaveLength(grants.length === 1 ? 1 : 6);
      for (const figure of shown.figures) {
        expect({ name: figure.name, total: figure.total }).toEqual({
          name: figure.name,
          total: await listTotal(transport, figure.name as FigureName),
        });
        const counted = await rowsOf<{ value: number }>(
          app.db,
          sql`select value::int from figure_days where figure = ${figure.name} and day = ${app.clock.now.slice(0, 10)}::date
               and value = ${figure.total.count}`,
        );
        if (figure.days.length > 0) {
          expect(counted.length).toBeGreaterThan(0);
          expect(figure.days.at(-1)!.value).toBe(figure.total.count);
        }
      }
      const hasHistory = name !== "its own rows" && name !== "no scope";
      expect(shown.figures.every(({ days }) => days.length === (hasHistory ? 30 : 0))).toBe(true);
    },
  );

  test("the figures of one brand never exceed its rows, on any day", async () => {
    const { transport, actor } = await app.signIn("Narrow", ["products.read@scope"], [scopes.brand]);
    await app.db.execute(sql`
      insert into user_scopes (user_id, kind, target, granted_at)
      values (${actor.userId}, 'brand', ${scopes.brand.target}, now()) on conflict do nothing`);
    await countAllFigures(app.api.systemContext());
    const [{ count }] = (await rowsOf<{ count: number }>(
      app.db,
      sql`select count(*)::int from products where brand_id = ${scopes.brand.target}::uuid`,
    )) as [{ count: number }];
    const shown = await read(transport, "quarter");
    const values = shown.figures.flatMap(({ days }) => days.flatMap(({ value, previous }) => [value, previous]));
    expect(values.length).toBeGreaterThan(0);
    expect(Math.max(...values.map((value) => value ?? 0))).toBeLessThanOrEqual(count);
  });

  test("counting twice in an hour changes nothing; an hour later today is counted again", async () => {
    await countAllFigures(app.api.systemContext());
    // Certificates end within the hour as well.
    const stable = async () => (await storedDays(app)).filter(({ figure }) => !/cert/i.test(figure));
    const first = await stable();
    await countAllFigures(app.api.systemContext());
    expect(await stable()).toEqual(first);
    await app.db.execute(sql`update figure_days set value = 1234 where day = ${app.clock.now.slice(0, 10)}::date`);
    app.clock.advance(hourMs);
    await countAllFigures(app.api.systemContext());
    expect(await stable()).toEqual(first);
  });

  test("shows only what the caller may call, in the caller's scope", async () => {
    const { transport: nobody } = await app.signIn("Nobody", []);
    expect(await read(nobody)).toMatchObject({ queues: [], figures: [], firstSteps: { steps: [] } });
    const { transport: reviewer } = await app.signIn("Reviewer", ["certificates.read", "certificates.verify"]);
    const { queues } = await read(reviewer);
    expect(queues.map(({ name }) => name)).toEqual(["reviews", "expiring"]);
    expect(queues.map(({ rows }) => rows.length > 0 && rows.length <= 4)).toEqual([true, true]);
    const { transport: outside } = await app.signIn("Outside", ["certificates.read@scope"], []);
    expect((await read(outside)).queues).toMatchObject([{ name: "expiring", total: { count: 0 }, rows: [] }]);
  });

  test("the demonstration's figures moved within the last 30 days", async () => {
    const { transport } = await app.signIn("Visitor", everything);
    await countAllFigures(app.api.systemContext());
    const { figures: shown } = await read(transport);
    const moved = shown.filter(({ days }) => new Set(days.map(({ value }) => value)).size > 1);
    expect(moved.length).toBeGreaterThanOrEqual(3);
  });
});

describe("in a new installation", () => {
  let app: TestApi;
  let admin: Transport;
  beforeAll(async () => {
    app = await testApi(features);
    ({ transport: admin } = await app.signIn("Administrator", app.api.catalogue.permissions));
  });
  afterAll(() => app.close());

  const brandOf = (name: string) => ({
    id: newId(),
    name,
    country: "MY",
    contactEmail: "a@b.example",
    defaultCurrency: "MYR",
  });

  test("the first steps are ticked off as their records appear, and each user dismisses their own", async () => {
    const { firstSteps } = await read(admin);
    expect(firstSteps.isDismissed).toBe(false);
    expect(firstSteps.steps.map(({ name }) => name)).toEqual([
      "brand",
      "product",
      "certificate",
      "colleague",
      "retailer",
      "assignment",
    ]);
    expect(firstSteps.steps.find(({ name }) => name === "brand")?.isDone).toBe(false);
    await call(admin, brands.create, brandOf("First") as never);
    expect((await read(admin)).firstSteps.steps.find(({ name }) => name === "brand")?.isDone).toBe(true);

    const { transport: other } = await app.signIn("Brand editor", ["brands.create"]);
    expect((await read(other)).firstSteps.steps).toEqual([]);
    const { transport: retail } = await app.signIn("Retail editor", ["retailers.create"]);
    expect((await read(retail)).firstSteps.steps).toEqual([{ name: "retailer", isDone: false }]);
    const { transport: scoped } = await app.signIn("Scoped", ["retailers.create@scope"], []);
    expect((await read(scoped)).firstSteps.steps).toEqual([]);

    await call(admin, home.dismissFirstSteps, { isDismissed: true });
    expect((await call(admin, home.firstSteps, {})).isDismissed).toBe(true);
    expect((await call(retail, home.firstSteps, {})).isDismissed).toBe(false);
    expect((await call(admin, home.dismissFirstSteps, { isDismissed: false })).isDismissed).toBe(false);
  });

  test("the first count fills the days before from what was recorded", async () => {
    const start = app.clock.now;
    const brand = brandOf("Second");
    await call(admin, brands.create, brand as never);
    const step = async (to: string) => {
      const { version } = await call(admin, brands.get, { id: brand.id });
      await call(admin, brands.changeStatus, { id: brand.id, version, to, reason: "As planned" } as never);
    };
    app.clock.advance(3 * dayMs);
    await step("submitted");
    await step("active");
    app.clock.advance(2 * dayMs);
    await step("suspended");
    app.clock.advance(4 * dayMs);
    await step("active");
    app.clock.advance(dayMs);
    await countAllFigures(app.api.systemContext());
    const { days } = (await read(admin)).figures.find(({ name }) => name === "activeBrands")!;
    const recent = days.filter(({ day }) => day >= addMs(start, -dayMs).slice(0, 10)).map(({ value }) => value);
    expect(recent).toEqual([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1]);
  });

  test("the periods have their length, and compare with the day before them", async () => {
    for (const [period, length] of [
      ["today", 7],
      ["7d", 7],
      ["30d", 30],
      ["quarter", 90],
    ] as const) {
      const [figure] = (await read(admin, period)).figures;
      expect(figure!.days).toHaveLength(length);
    }
    expect((await read(admin, "today")).figures[0]!.before).toBe(1);
    // Seven days ago it was active for the first time.
    expect((await read(admin, "7d")).figures[0]!.before).toBe(1);
  });

  test("activity is grouped by minute; without permission for the log it is one's own", async () => {
    const { transport: maker } = await app.signIn(
      "Maker",
      app.api.catalogue.permissions.filter((permission) => permission.startsWith("brands.")),
    );
    for (const name of ["Third", "Fourth", "Fifth"]) await call(maker, brands.create, brandOf(name) as never);
    const [own, ...rest] = (await read(maker)).activity;
    expect(own).toMatchObject({ actorName: "Maker", isMe: true, action: "create", resource: "brands", count: 3 });
    expect(rest).toEqual([]);
    const { transport: auditor } = await app.signIn("Auditor", [audit.list.permission]);
    expect((await read(auditor)).activity[0]).toMatchObject({ actorName: "Maker", isMe: false, count: 3 });
    const { transport: scoped } = await app.signIn("Scoped auditor", [`${audit.list.permission}@scope`], []);
    expect((await read(scoped)).activity).toEqual([]);
  });

  test("first steps are gone once all are done", async () => {
    const made = market(app.db);
    const retailer_id = await made.retailer({ retailer_type_id: await made.type() });
    const product_id = await made.product({ brand_id: await made.brand(), category_id: await made.category() });
    await made.certificate({ body_id: await made.body() });
    await made.insert("users", {
      name: "Colleague",
      sort_key: "colleague",
      search_key: " colleague",
      email: "colleague@mizan.example",
      email_key: "colleague@mizan.example",
      category_id: 1,
      status: "active",
      created_at: app.clock.now,
      updated_at: app.clock.now,
    });
    const { steps } = (await read(admin)).firstSteps;
    expect(steps.filter(({ isDone }) => !isDone).map(({ name }) => name)).toEqual(["assignment"]);
    await made.insert("assignments", {
      retailer_id,
      product_id,
      status: "active",
      stock_status: "in_stock",
      cashback_mode: "inherit",
      version: 1,
      price_minor: 500,
      currency: "GBP",
      starts_at: app.clock.now,
      created_at: app.clock.now,
      updated_at: app.clock.now,
    });
    expect((await read(admin)).firstSteps.steps).toEqual([]);
  });
});
