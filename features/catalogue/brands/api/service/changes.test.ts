import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { decidingPermissions } from "#base/decisions.ts";
import type { Actor } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { type Brand, brands } from "#features/catalogue/brands/contract.ts";
import { call, type Transport } from "#web/call.ts";
import { brandDecisions } from "#features/catalogue/brands/contract/statuses.ts";

let app: TestApi;
let aisyah: { actor: Actor; transport: Transport };
let karim: { actor: Actor; transport: Transport };
const actions = ["read", "create", "update", "delete"].map((action) => `brands.${action}`);
const rights = [...actions, ...decidingPermissions(brandDecisions)];
beforeAll(async () => {
  app = await testApi([brandsFeature]);
  aisyah = await app.signIn("Aisyah", rights);
  karim = await app.signIn("Karim", rights);
});
afterAll(() => app.close());
afterEach(() => app.clock.advance(1000));

let made = 0;
const freshName = () => `Sample ${++made}`;
const create = (fields: object = {}, who = aisyah): Promise<Brand> =>
  call(who.transport, brands.create, { id: newId(), name: freshName(), ...fields });
const update = (brand: Pick<Brand, "id" | "version">, fields: object, who = aisyah) =>
  call(who.transport, brands.update, { id: brand.id, version: brand.version, ...fields });
const remove = ({ id, version }: Brand, who = aisyah) => call(who.transport, brands.remove, { id, version });
const get = (id: string) => call(aisyah.transport, brands.get, { id });
const activityOf = (id: string) => call(aisyah.transport, brands.activity, { id, limit: 100 });

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome: unknown = await work.then(
    () => "no refusal",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );
const onPostgres = inject("testDatabase").engine === "postgres";
const tenTimes = <Result>(work: (turn: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 10 }, (_, turn) => work(turn)));

describe("a new brand", () => {
  test("is a draft with a code, empty fields, and its creator", async () => {
    const brand = await create({ name: "  Bustan Nour ", nameI18n: { ar: "بستان النور" }, country: "AE" });
    expect(brand).toMatchObject({
      name: "Bustan Nour",
      nameI18n: { ar: "بستان النور" },
      country: "AE",
      alternativeNames: [],
      legalEntityName: null,
      isMuslimOwned: "undeclared",
      status: "draft",
      version: 1,
      createdBy: aisyah.actor.userId,
      createdAt: app.clock.now,
    });
    expect(brand.code).toMatch(/^BR-\d{5}$/);
    expect(await get(brand.id)).toEqual(brand);
    const { events } = await activityOf(brand.id);
    expect(events).toMatchObject([
      {
        action: "create",
        actorName: "Aisyah",
        changes: {
          name: { before: null, after: "Bustan Nour" },
          nameI18n: { before: {}, after: { ar: "بستان النور" } },
          country: { before: null, after: "AE" },
          status: { before: null, after: "draft" },
        },
      },
    ]);
    expect(Object.keys(events[0]!.changes)).toHaveLength(4);
  });

  test("has a longer code once five digits are used up", async () => {
    await app.db.execute(sql`select setval(pg_get_serial_sequence('brands', 'number'), 99999)`);
    expect((await create()).code).toBe("BR-100000");
  });

  test("a repeated request returns the first brand, also after it was edited", async () => {
    const input = { id: newId(), name: freshName(), country: "MY", alternativeNames: ["One", "Two"] };
    const first = await create(input);
    expect(await create(input)).toEqual(first);
    const edited = await update(first, { name: freshName() });
    expect(await create(input)).toEqual(edited);
    expect((await activityOf(first.id)).events).toHaveLength(2);
  });

  test("does not take another brand's id, nor does a repeated request undo a change", async () => {
    const input = { id: newId(), name: freshName() };
    await create(input);
    expect(await codeOf(create({ ...input, country: "MY" }))).toBe("id_taken");
    expect(await codeOf(create(input, karim))).toBe("id_taken");
  });

  test.each([
    ["the same name", "Noor Foods", "Noor Foods"],
    ["other case and spaces", "Zaytouna Wadi", "  zaytouna\u00A0 WADI"],
    ["Turkish capitals", "İncir", "incir"],
    ["full-width letters", "Noor ABC", "Noor ＡＢＣ"],
  ])("is refused with %s of another brand, which it names", async (_what, name, again) => {
    const first = await create({ name });
    const refusal = await refusalOf(create({ name: again }));
    expect(refusal).toMatchObject({ code: "duplicate_name", status: 409 });
    expect(refusal.details).toEqual({ field: "name", other: { id: first.id, code: first.code, name } });
    expect(refusal.errors).toMatchObject([{ path: "name", code: "duplicate_name" }]);
  });

  test("may have a name that differs by more than case", async () => {
    await create({ name: "Cafe Noor" });
    expect(await codeOf(create({ name: "Café Noor" }))).toBe("done");
  });

  test("is refused with the Wikidata id of another brand", async () => {
    const first = await create({ wikidataId: "Q107639197" });
    const refusal = await refusalOf(create({ wikidataId: "Q107639197" }));
    expect(refusal).toMatchObject({
      code: "duplicate_wikidata_id",
      details: { field: "wikidataId", other: { id: first.id } },
    });
    expect(await codeOf(create({ wikidataId: null }))).toBe("done");
  });

  test("has a slug from its name, which is unique and stays if the name changes", async () => {
    const names = ["Gül & Pınarı", "Gul Pinari", "بستان"];
    const [first, second, arabic] = (await Promise.all(names.map((name) => create({ name })))) as [Brand, Brand, Brand];
    expect([first.slug, second.slug].toSorted()).toEqual(["gul-pinari", expect.stringMatching(/^gul-pinari-\d+$/)]);
    expect(arabic.slug).toBe(arabic.code.toLowerCase());
    const renamed = await update(first, { name: freshName() });
    expect(renamed.slug).toBe(first.slug);

    const refusal = await refusalOf(update(renamed, { slug: second.slug }));
    expect(refusal).toMatchObject({ code: "duplicate_slug", details: { field: "slug", other: { id: second.id } } });
    const own = await update(renamed, { slug: "gul" });
    expect(own.slug).toBe("gul");
    const anew = await update(own, { slug: null });
    expect(anew.slug).toBe(renamed.name.toLowerCase().replace(" ", "-"));
    const { events } = await activityOf(first.id);
    expect(events[0]!.changes).toEqual({ slug: { before: "gul", after: anew.slug } });
    const input = { id: newId(), name: freshName() };
    expect(await create(input)).toEqual(await create(input));
  });

  test("is refused with a social media address of another network", async () => {
    const social = {
      instagram: "https://www.instagram.com/noor",
      x: "https://x.com.noor.example/",
      youtube: "http://youtube.com/@noor",
      whatsapp: "https://wa.me@noor.example/1",
    };
    const refusal = await refusalOf(create({ social }));
    expect(refusal.errors.map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "social.youtube: https_url",
      "social.x: social_host",
      "social.whatsapp: https_url",
    ]);
    expect(await codeOf(create({ social: { myspace: "https://myspace.com/noor" } }))).toBe("unknown_field");
    expect((await create({ social: { instagram: social.instagram } })).social).toEqual({ instagram: social.instagram });
  });

  test("is refused with amounts but no currency, at each of the amounts", async () => {
    const refusal = await refusalOf(create({ lowBalanceAlertMinor: 5, monthlyBudgetMinor: 7 }));
    expect(refusal).toMatchObject({ code: "invalid_input", status: 422 });
    expect(refusal.errors.map(({ path }) => path)).toEqual(["lowBalanceAlertMinor", "monthlyBudgetMinor"]);
  });

  test("is refused with an invisible name", async () => {
    const refusal = await refusalOf(create({ name: "\u200B\u200F" }));
    expect(refusal.errors).toMatchObject([{ path: "name", code: "nothing_visible" }]);
  });

  test("may have a name of symbols only", async () => {
    const brand = await create({ name: "%" });
    expect((await get(brand.id)).name).toBe("%");
  });
});

describe("a change", () => {
  test("writes the fields that differ and increments the version", async () => {
    const before = await create({ country: "AE", alternativeNames: ["One"] });
    app.clock.advance(60_000);
    const after = await update(before, { country: "SA", alternativeNames: ["One"], story: "Dates" }, karim);
    expect(after).toEqual({
      ...before,
      country: "SA",
      story: "Dates",
      version: 2,
      updatedAt: app.clock.now,
      updatedBy: karim.actor.userId,
    });
    const { events } = await activityOf(before.id);
    expect(events[0]).toMatchObject({
      action: "update",
      actorName: "Karim",
      changes: { country: { before: "AE", after: "SA" }, story: { before: null, after: "Dates" } },
    });
  });

  test("without any difference creates no version and no entry", async () => {
    const brand = await create({ nameI18n: { ar: "نور", tr: "Nur" } });
    expect(await update(brand, { nameI18n: { tr: "Nur", ar: "نور" }, name: ` ${brand.name} ` })).toEqual(brand);
    expect(await update(brand, {})).toEqual(brand);
    expect((await activityOf(brand.id)).events).toHaveLength(1);
  });

  test("is found by its new name and no longer by the old one", async () => {
    const brand = await create({ name: "Xanadu Dates" });
    await update(brand, { name: "Ophir Dates", nameI18n: { ar: "أوفير" } });
    const find = async (search: string) => {
      const { rows } = await call(aisyah.transport, brands.list, { search, sort: "name", limit: 25, count: "none" });
      return rows.length;
    };
    expect([await find("xanadu"), await find("ophir"), await find("اوفير")]).toEqual([0, 1, 1]);
  });

  test("of an old version is refused with the current brand, and who changed what", async () => {
    const first = await create({ country: "AE", story: "One" });
    const second = await update(first, { story: "Two" }, karim);
    const third = await update(second, { story: "Three", country: "SA" }, karim);
    const fourth = await update(third, { country: "AE" }, karim);
    const refusal = await refusalOf(update(first, { website: "https://noor.example" }));
    expect(refusal).toMatchObject({ code: "version_conflict", status: 412 });
    expect(refusal.details).toEqual({
      current: fourth,
      changedBy: "Karim",
      changedAt: fourth.updatedAt,
      // The country was changed and changed back, so nothing is left to merge there.
      changes: { story: { before: "One", after: "Three" } },
    });
    const late = await refusalOf(update(third, { website: "https://noor.example" }));
    expect(late.details.changes).toEqual({ country: { before: "SA", after: "AE" } });
    expect(await codeOf(update({ id: first.id, version: 99 }, { story: "x" }))).toBe("version_conflict");
  });

  test("is refused if another brand has the name, and leaves everything as it was", async () => {
    const [one, other] = [await create(), await create()];
    const refusal = await refusalOf(update(one, { name: other.name.toUpperCase(), country: "SA" }));
    expect(refusal).toMatchObject({ code: "duplicate_name", details: { other: { id: other.id } } });
    expect(await get(one.id)).toEqual(one);
  });

  test("can't remove from an active brand what activation required", async () => {
    const brand = await create({ country: "AE", contactEmail: "a@noor.example", defaultCurrency: "AED" });
    const submitted = await call(aisyah.transport, brands.changeStatus, { id: brand.id, version: 1, to: "submitted" });
    const active = await call(aisyah.transport, brands.changeStatus, {
      id: brand.id,
      version: submitted.version,
      to: "active",
    });
    const refusal = await refusalOf(update(active, { country: null, defaultCurrency: null, contactEmail: null }));
    expect(refusal.errors.map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "country: country_missing",
      "contactEmail: contact_missing",
      "defaultCurrency: currency_missing",
    ]);
    expect(await codeOf(update(active, { contactEmail: null, contactPhone: "+442079460123" }))).toBe("done");
  });

  test("of a brand that does not exist is refused, and so is reading it", async () => {
    expect(await codeOf(update({ id: newId(), version: 1 }, { story: "x" }))).toBe("not_found");
    expect(await codeOf(get(newId()))).toBe("not_found");
    expect(await codeOf(activityOf(newId()))).toBe("not_found");
  });

  test("is rolled back if its audit entry can't be written", async () => {
    const brand = await create();
    await app.db.execute(sql`alter table audit_log add constraint broken check (actor_name <> 'Karim') not valid`);
    const codes = [
      await codeOf(create({ name: "Never Made" }, karim)),
      await codeOf(update(brand, { story: "never told" }, karim)),
      await codeOf(remove(brand, karim)),
    ];
    await app.db.execute(sql`alter table audit_log drop constraint broken`);
    expect(codes).toEqual(["internal", "internal", "internal"]);
    expect(await get(brand.id)).toEqual(brand);
    expect(await app.db.select().from(brandsTable).where(eq(brandsTable.name, "Never Made"))).toEqual([]);
  });
});

describe("deleting", () => {
  test("removes a draft and keeps its audit entries", async () => {
    const brand = await create({ country: "AE" });
    await remove(brand);
    expect(await codeOf(get(brand.id))).toBe("not_found");
    expect(await codeOf(remove(brand))).toBe("not_found");
    const result = await app.db.execute(
      sql`select action, changes from audit_log where resource_id = ${brand.id} order by id`,
    );
    expect((result as { rows: unknown[] }).rows.at(-1)).toEqual({
      action: "delete",
      changes: {
        slug: { before: brand.slug, after: null },
        name: { before: brand.name, after: null },
        country: { before: "AE", after: null },
      },
    });
    expect(await codeOf(create({ name: brand.name }))).toBe("done");
  });

  test("is refused for anything but a draft, and for an old version", async () => {
    const brand = await create({ country: "AE", contactEmail: "a@noor.example" });
    const submitted = await call(aisyah.transport, brands.changeStatus, { id: brand.id, version: 1, to: "submitted" });
    expect(await refusalOf(remove(submitted))).toMatchObject({
      code: "only_drafts_can_be_deleted",
      status: 409,
      details: { status: "submitted" },
    });
    expect(await codeOf(remove(brand))).toBe("version_conflict");
  });

  test("is refused while other records refer to the brand, with their number by table", async () => {
    const brand = await create();
    await app.db.execute(sql`create table brand_products (brand_id uuid references brands)`);
    await app.db.execute(sql`insert into brand_products values (${brand.id}::uuid), (${brand.id}::uuid)`);
    const refusal = await refusalOf(remove(brand));
    await app.db.execute(sql`drop table brand_products`);
    expect(refusal).toMatchObject({
      code: "brand_in_use",
      status: 409,
      details: { references: { brand_products: 2 } },
    });
    expect(await get(brand.id)).toEqual(brand);
  });
});

test("the history of a brand is returned newest first, page by page", async () => {
  let brand = await create();
  for (const story of ["one", "two", "three"]) brand = await update(brand, { story });
  const first = await call(aisyah.transport, brands.activity, { id: brand.id, limit: 3 });
  expect([first.events.map(({ action }) => action), first.hasMore]).toEqual([["update", "update", "update"], true]);
  const rest = await call(aisyah.transport, brands.activity, { id: brand.id, limit: 3, before: first.events[2]!.id });
  expect([rest.events.map(({ action }) => action), rest.hasMore]).toEqual([["create"], false]);
});

describe.runIf(onPostgres)("concurrent requests", () => {
  test("ten brands with one name: one is created, nine are refused with its name", async () => {
    const name = freshName();
    const outcomes = await tenTimes(() =>
      create({ name }).then(
        ({ id }) => id,
        (error: Refusal) => error,
      ),
    );
    const winners = outcomes.filter((outcome) => typeof outcome === "string");
    expect(winners).toHaveLength(1);
    for (const refusal of outcomes.filter((outcome) => outcome instanceof Refusal)) {
      expect(refusal).toMatchObject({ code: "duplicate_name", details: { other: { id: winners[0] } } });
    }
    const stored = await app.db.select({ id: brandsTable.id }).from(brandsTable).where(eq(brandsTable.name, name));
    expect(stored).toEqual([{ id: winners[0] }]);
  });

  test("ten copies of one request: one brand, ten equal responses, one entry", async () => {
    const input = { id: newId(), name: freshName(), country: "AE" };
    const answers = await tenTimes(() => create(input));
    expect(new Set(answers.map((brand) => JSON.stringify(brand))).size).toBe(1);
    expect((await activityOf(input.id)).events).toHaveLength(1);
  });

  test("ten changes of one version: one is written, nine are refused, and none is lost on a retry", async () => {
    const brand = await create();
    const outcomes = await tenTimes((turn) => codeOf(update(brand, { alternativeNames: [`Turn ${turn}`] })));
    expect(outcomes.toSorted()).toEqual(["done", ...Array.from({ length: 9 }, () => "version_conflict")]);
    await tenTimes(async (turn) => {
      for (;;) {
        const current = await get(brand.id);
        const alternativeNames = [...current.alternativeNames, `Again ${turn}`];
        if ((await codeOf(update(current, { alternativeNames }))) === "done") return;
      }
    });
    const last = await get(brand.id);
    expect(last.version).toBe(12);
    expect(last.alternativeNames).toHaveLength(11);
    expect((await activityOf(brand.id)).events).toHaveLength(12);
  });

  test("a name that one brand takes while another gives it up has one owner in the end", async () => {
    const holder = await create();
    const name = holder.name;
    await Promise.all([
      update(holder, { name: freshName() }),
      ...Array.from({ length: 5 }, () => codeOf(create({ name }))),
    ]);
    const stored = await app.db.select({ id: brandsTable.id }).from(brandsTable).where(eq(brandsTable.name, name));
    expect(stored.length).toBeLessThanOrEqual(1);
  });
});
