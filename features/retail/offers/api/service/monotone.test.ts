import { sql, type SQL } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { Ctx, Db } from "#api/context.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { demandsOf, emptyings, isMeat, lossesOf } from "#api/testing/promotionLosses.ts";
import type { World } from "#api/testing/promotionModel.ts";
import { countries, instants, makeWorld, type Random, randomOf } from "#api/testing/promotionWorld.ts";
import { testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { offersFeature } from "#features/retail/offers/api/routes.ts";
import { readHalal } from "#features/retail/offers/api/service/halal.ts";
import { listOffers } from "#features/retail/offers/api/service/nearby.ts";

// In random worlds, removing evidence, letting it lapse, or requiring more never makes anything promotable, proved or
// offered that was not before. `HALAL_WORLDS=200` tries more worlds, `HALAL_SEED=17` starts with that one.

const app = await testApi([offersFeature]);
afterAll(app.close);
const firstSeed = Number(process.env["HALAL_SEED"] ?? 1);
const worldCount = Number(process.env["HALAL_WORLDS"] ?? (app.engine === "pglite" ? 2 : 10));
const seeds = Array.from({ length: worldCount }, (_, place) => firstSeed + place);
// A random sample of a few hundred losses, because each one reads the whole world again.
const lossesPerWorld = 30;

// ------------------------------------------------------------------------------------------------ facts of a world

const point = { lat: 51.5, lng: -0.1 };
const filtersOf = (acronym: string) => ({
  unstunned: { stunning: "none" as const },
  "of one body": { body: [acronym] },
});

/** Every fact that a world permits or proves, one line each, from the rule and the operations for partners. */
async function seen(ctx: Ctx, world: World, where: string): Promise<ReadonlySet<string>> {
  const facts = await promotable(ctx, world);
  for (const product of world.products.filter(({ status }) => status === "published")) {
    const [row] = await rowsOf<{ gtin: string }>(ctx.db, sql`select gtin from products where id = ${product.id}::uuid`);
    const { state, certificates } = await readHalal(ctx, { gtin: row!.gtin, market: where });
    // A product that needs no certificate counts as certified.
    if (["certified", "expiring", "not_required"].includes(state)) facts.add(`halal ${product.id}`);
    if (["certified", "not_required"].includes(state)) facts.add(`halal, nothing due ${product.id}`);
    for (const { code, isRecognised } of certificates) {
      facts.add(`proof ${product.id} ${code}`);
      if (isRecognised === true) facts.add(`recognised in ${where} ${code}`);
    }
  }
  const [body] = await rowsOf<{ acronym: string }>(
    ctx.db,
    sql`select acronym from certifying_bodies where id = ${world.bodies[0]!.id}::uuid`,
  );
  for (const [name, filter] of Object.entries(filtersOf(body!.acronym))) {
    const { rows } = await listOffers(ctx, { ...point, radius: 1, limit: 200, ...filter });
    for (const { product, location } of rows) facts.add(`offer, ${name} ${product.code} ${location.id}`);
  }
  return facts;
}

async function promotable({ db, now }: Ctx, { products, retailers }: World): Promise<Set<string>> {
  const pairs = products.flatMap((product) =>
    retailers.flatMap((retailer) =>
      [null, ...retailer.places.map(({ id }) => id)].map((place) => [product.id, retailer.id, place] as const),
    ),
  );
  const arrayOf = (nth: 0 | 1 | 2) => sql`${`{${pairs.map((pair) => pair[nth] ?? "NULL").join(",")}}`}::uuid[]`;
  const blocked = await rowsOf<{ key: string }>(
    db,
    sql`select distinct concat_ws(' ', product_id, retailer_id, location_id) as key
          from promotion_findings_of(${arrayOf(0)}, ${arrayOf(1)}, ${arrayOf(2)}, ${now}::timestamptz)
         where is_blocking`,
  );
  const blockedKeys = new Set(blocked.map(({ key }) => key));
  const keys = pairs.map((pair) => pair.filter((id) => id !== null).join(" "));
  return new Set(keys.filter((key) => !blockedKeys.has(key)).map((key) => `promotable ${key}`));
}

// ------------------------------------------------------------------------------------------------ the worlds

/** Runs work and rolls back its writes. */
async function undoing<Outcome>(db: Db, work: (db: Db) => Promise<Outcome>): Promise<Outcome> {
  const signal = new Error("undone");
  let outcome: { is: Outcome } | undefined;
  await db
    .transaction(async (inner) => {
      outcome = { is: await work(inner) };
      throw signal;
    })
    .catch((error: unknown) => {
      if (error !== signal) throw error;
    });
  return outcome!.is;
}

/** A world in which every product is sold at every location, near one point. */
async function openWorld(db: Db, random: Random): Promise<World> {
  const world = await makeWorld(db, market(db), random);
  // Most evidence is valid, so that there is something to lose.
  for (const { id } of world.certificates.filter(() => random.chance(0.7)))
    await db.execute(sql`update certificates set state = 'verified', superseded_from = null where id = ${id}::uuid`);
  for (const { id } of world.bodies.filter(() => random.chance(0.7)))
    await db.execute(sql`update certifying_bodies set status = 'active' where id = ${id}::uuid`);
  await db.execute(sql`update brands set status = 'active'`);
  await db.execute(sql`update retailers set status = 'active'`);
  await db.execute(sql`update retailer_locations set latitude = ${point.lat}, longitude = ${point.lng}`);
  await db.execute(sql`
    insert into assignments (id, retailer_id, product_id, status, starts_at, created_at, updated_at)
    select gen_random_uuid(), retailers.id, products.id, 'active', '2025-01-01', '2025-01-01', '2025-01-01'
      from retailers, products`);
  return world;
}

/** Completes every certificate, certifier and recognition, so that only removed evidence is missing. */
async function makeSound(db: Db, { bodies, markets }: World): Promise<void> {
  await db.execute(sql`
    update certificates
       set state = 'verified', superseded_from = null, issued_on = '2026-01-01', valid_from = '2026-01-01',
           expires_on = '2027-12-31', validity_basis = 'dated', slaughter_method = 'hand', stunning_policy = 'none'`);
  await db.execute(sql`delete from certificate_products`);
  await db.execute(sql`
    insert into certificate_products (id, certificate_id, product_id, name_on_certificate)
    select gen_random_uuid(), certificates.id, products.id, 'Line' from certificates, products`);
  await db.execute(sql`update certifying_bodies set status = 'active'`);
  await db.execute(sql`update retailer_types set certificate_policy = 'require_product'`);
  await db.execute(sql`update products set status = 'published' where category_id is not null`);
  await db.execute(sql`
    insert into accreditations (id, body_id, accreditor, scope_text)
    select gen_random_uuid(), id, 'GAC', 'Food' from certifying_bodies`);
  for (const { market: country } of markets.filter(({ hasList }) => hasList === true)) {
    for (const { id } of bodies) {
      await db.execute(sql`
        insert into body_recognitions (id, market, body_id, recognised_by)
        values (gen_random_uuid(), ${country}, ${id}::uuid, 'Authority')`);
    }
  }
}

type TriedLoss = { readonly name: string; readonly gained: readonly string[]; readonly isLess: boolean };

describe("evidence", () => {
  const lost: TriedLoss[] = [];
  const inWorld = <Outcome>(seed: number, work: (ctx: Ctx, world: World, random: Random) => Promise<Outcome>) =>
    undoing(app.db, async (db) => {
      const random = randomOf(seed);
      const world = await openWorld(db, random);
      return work({ ...app.api.systemContext(), db, now: random.pick(instants) }, world, random);
    });
  const after = (ctx: Ctx, statement: SQL, world: World, where: string) =>
    undoing(ctx.db, async (db) => {
      await db.execute(statement);
      return seen({ ...ctx, db }, world, where);
    });

  const promoting: number[] = [];

  test.each(seeds)("that is lost or newly required never permits or proves more (HALAL_SEED=%i)", async (seed) => {
    const tried = await inWorld(seed, async (ctx, world, random): Promise<TriedLoss[]> => {
      const where = random.pick(countries);
      const before = await seen(ctx, world, where);
      const outcomes: TriedLoss[] = [];
      for (const [name, statement] of random.some([...lossesOf(world), ...demandsOf(world)], lossesPerWorld)) {
        const now = await after(ctx, statement, world, where);
        const gained = [...now].filter((fact) => !before.has(fact));
        outcomes.push({ name, gained, isLess: now.size < before.size });
      }
      return outcomes;
    });
    expect(tried.filter(({ gained }) => gained.length > 0)).toEqual([]);
    lost.push(...tried.filter(({ isLess }) => isLess));
  });

  // If no loss changed anything, the test above would prove nothing.
  test("mattered in these worlds", () => expect(lost.length).toBeGreaterThan(worldCount));

  test.each(seeds)("of a removed kind leaves nothing promotable that needs it (HALAL_SEED=%i)", async (seed) => {
    const left = await inWorld(seed, async (ctx, world) => {
      const found: string[] = [];
      await makeSound(ctx.db, world);
      if ((await promotable(ctx, world)).size > 0) promoting.push(seed);
      for (const { name, statement, leaves } of emptyings(world)) {
        const now = await undoing(ctx.db, async (db) => {
          await db.execute(statement);
          return promotable({ ...ctx, db }, world);
        });
        for (const product of world.products) {
          for (const retailer of world.retailers) {
            if (leaves(product, retailer)) continue;
            const pair = `promotable ${product.id} ${retailer.id}`;
            found.push(...[...now].filter((fact) => fact.startsWith(pair)).map((fact) => `${name}: ${fact}`));
          }
        }
      }
      return found;
    });
    expect(left).toEqual([]);
  });

  // In a few worlds nothing is promotable even with complete evidence.
  test("promotes something in most of these worlds", () => expect(promoting.length).toBeGreaterThan(worldCount / 2));

  test.each(seeds)(
    "that doesn't mention stunning offers no meat to consumers who accept none (HALAL_SEED=%i)",
    async (seed) => {
      const offered = await inWorld(seed, async (ctx, world) => {
        await makeSound(ctx.db, world);
        await ctx.db.execute(sql`update certificates set stunning_policy = 'not_applicable'`);
        const { rows } = await listOffers(ctx, { ...point, radius: 1, limit: 200, stunning: "none" });
        const codes = await rowsOf<{ id: string; code: string }>(ctx.db, sql`select id, code from products`);
        const byCode = new Map(
          codes.map(({ id, code }) => [code, world.products.find((product) => product.id === id)!]),
        );
        return rows.map(({ product }) => byCode.get(product.code)!);
      });
      expect(offered.filter(isMeat)).toEqual([]);
    },
  );

  test.each(seeds)("that isn't renewed never permits more over time (HALAL_SEED=%i)", async (seed) => {
    const gained = await inWorld(seed, async (ctx, world, random) => {
      // Everything has already started.
      await ctx.db.execute(sql`
        update certificates set issued_on = '2025-01-01', valid_from = '2025-01-01', superseded_from = null`);
      await ctx.db.execute(sql`update body_recognitions set valid_from = null`);
      await ctx.db.execute(sql`update accreditations set valid_from = null`);
      const where = random.pick(countries);
      const found: string[] = [];
      let before: ReadonlySet<string> | null = null;
      for (const now of [
        ...instants.toSorted(),
        "2026-12-24T00:00:00.000Z",
        "2027-03-01T00:00:00.000Z",
        "2028-07-01T00:00:00.000Z",
      ]) {
        const later = await seen({ ...ctx, now }, world, where);
        const known: ReadonlySet<string> = before ?? later;
        found.push(...[...later].filter((fact) => !known.has(fact)).map((fact) => `${now}: ${fact}`));
        before = later;
      }
      return found;
    });
    expect(gained).toEqual([]);
  });

  test.each(seeds)(
    "that a certifier never had permits the same as evidence that it lost (HALAL_SEED=%i)",
    async (seed) => {
      await inWorld(seed, async (ctx, world, random) => {
        const where = random.pick(countries);
        const never = await after(ctx, sql`delete from accreditations`, world, where);
        const lapsed = sql`update accreditations set valid_from = null, valid_to = '2026-01-02'`;
        expect([...never].toSorted()).toEqual([...(await after(ctx, lapsed, world, where))].toSorted());
      });
    },
  );
});
