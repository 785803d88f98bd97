import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { manyBrandTransitions } from "#features/catalogue/brands/api/store.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { type Brand, brands } from "#features/catalogue/brands/contract.ts";
import { type BrandStatus } from "#features/catalogue/brands/contract/statuses.ts";
import { call, type Transport } from "#web/call.ts";
import { brandDecisions } from "#features/catalogue/brands/contract/statuses.ts";

let app: TestApi;
let transport: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature]);
  ({ transport } = await app.signIn("Aisyah", [
    "brands.read",
    "brands.create",
    "brands.update",
    ...decidingPermissions(brandDecisions),
  ]));
});
afterAll(() => app.close());
beforeEach(async () => void (await app.db.execute(sql`delete from brands`)));

const complete = { country: "AE", contactEmail: "a@noor.example", defaultCurrency: "AED" };
let made = 0;
const create = (fields: object = complete): Promise<Brand> =>
  call(transport, brands.create, { id: newId(), name: `Sample ${++made}`, ...fields });
const change = ({ id, version }: Pick<Brand, "id" | "version">, to: BrandStatus, reason?: string): Promise<Brand> =>
  call(transport, brands.changeStatus, { id, version, to, reason });
async function walk(...steps: BrandStatus[]): Promise<Brand> {
  let brand = await create();
  for (const to of steps)
    brand = await change(brand, to, to === "suspended" || to === "rejected" ? "a reason" : undefined);
  return brand;
}
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
const activityOf = (id: string) => call(transport, brands.activity, { id, limit: 100 });

describe("a transition", () => {
  test("is applied, recorded, and returns the next ones", async () => {
    const brand = await walk("submitted", "active", "suspended", "active");
    expect(brand).toMatchObject({ status: "active", statusReason: null, version: 5 });
    expect(brand.allowedTransitions).toEqual([
      { to: "suspended", isAllowed: true, needsReason: true, blockers: [] },
      { to: "archived", isAllowed: false, needsReason: false, blockers: ["suspend_first"] },
    ]);
    expect(await call(transport, brands.get, { id: brand.id })).toEqual(brand);
    const { events } = await activityOf(brand.id);
    expect(events.map(({ action, reason }) => [action, reason])).toEqual([
      ["reactivate", null],
      ["suspend", "a reason"],
      ["approve", null],
      ["submit", null],
      ["create", null],
    ]);
    expect(events[1]!.changes).toEqual({
      status: { before: "active", after: "suspended" },
      statusReason: { before: null, after: "a reason" },
    });
  });

  test("that is not allowed is refused with those that are", async () => {
    const brand = await create();
    const refusal = await refusalOf(change(brand, "active"));
    expect(refusal).toMatchObject({ code: "invalid_transition", status: 409 });
    expect(refusal.message).toBe("A brand can’t change from draft to active.");
    expect(refusal.details).toEqual({ from: "draft", to: "active", allowed: ["submitted"] });
    const archived = await walk("submitted", "rejected", "archived");
    expect(await codeOf(change(archived, "draft"))).toBe("invalid_transition");
  });

  test("that is blocked is refused with the blockers", async () => {
    const brand = await create({});
    const refusal = await refusalOf(change(brand, "submitted"));
    expect(refusal).toMatchObject({ code: "transition_blocked", status: 409 });
    expect(refusal.details).toEqual({ to: "submitted", blockers: ["country_missing", "contact_missing"] });
    const active = await walk("submitted", "active");
    expect((await refusalOf(change(active, "archived"))).details).toMatchObject({ blockers: ["suspend_first"] });
  });

  test("of suspending or rejecting is refused without a reason, at the reason", async () => {
    const [active, submitted] = [await walk("submitted", "active"), await walk("submitted")];
    const steps = [
      () => change(active, "suspended"),
      () => change(active, "suspended", "  "),
      () => change(submitted, "rejected"),
    ];
    for (const step of steps) {
      const refusal = await refusalOf(step());
      expect(refusal).toMatchObject({ code: "invalid_input", status: 422 });
      expect(refusal.errors).toMatchObject([{ path: "reason", code: "reason_required" }]);
    }
  });

  test("is refused for an old version, with the changes since", async () => {
    const draft = await create();
    const submitted = await change(draft, "submitted");
    const refusal = await refusalOf(change(draft, "submitted"));
    expect(refusal).toMatchObject({ code: "version_conflict", status: 412, details: { current: submitted } });
    expect(refusal.details.changes).toEqual({ status: { before: "draft", after: "submitted" } });
  });

  test("to the archive frees the name", async () => {
    const archived = await walk("submitted", "rejected", "archived");
    expect(await codeOf(create({ name: archived.name }))).toBe("done");
    expect(await codeOf(create({ name: archived.name }))).toBe("duplicate_name");
  });

  test.runIf(inject("testDatabase").engine === "postgres")("ten at once: one is applied", async () => {
    const draft = await create();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => codeOf(change(draft, "submitted"))));
    expect(outcomes.toSorted()).toEqual(["done", ...Array.from({ length: 9 }, () => "version_conflict")]);
  });
});

describe("a transition of many brands", () => {
  const filter = { search: "many" };
  const preview = (to: BrandStatus, reason?: string) =>
    call(transport, brands.previewStatusChange, { selection: { filter }, to, reason });
  const apply = (to: BrandStatus, fingerprint: string, reason?: string) =>
    call(transport, brands.applyStatusChange, { selection: { filter }, to, reason, fingerprint });

  test("is previewed with the unchanged brands and why, then applied to the others, each with its entry", async () => {
    const ready = [await create({ ...complete, name: "Many One" }), await create({ ...complete, name: "Many Two" })];
    await create({ name: "Many Without Country", contactEmail: "a@noor.example" });
    await create({ name: "Many Without Anything" });
    await change(await create({ ...complete, name: "Many Submitted" }), "submitted");
    const shown = await preview("submitted");
    expect(shown).toMatchObject({ matched: 5, changing: 2 });
    expect(shown.examples.map(({ label }) => label).toSorted()).toEqual(
      ready.map(({ code, name }) => `${code} ${name}`),
    );
    expect(shown.leftOut.map(({ code, count }) => [code, count])).toEqual([
      ["country_missing", 2],
      ["already_there", 1],
    ]);
    expect(await apply("submitted", shown.fingerprint)).toEqual({ changed: 2, leftOut: 3 });
    for (const { id } of ready) {
      const brand = await call(transport, brands.get, { id });
      expect(brand).toMatchObject({ status: "submitted", version: 2 });
      expect((await activityOf(id)).events.map(({ action }) => action)).toEqual(["submit", "create"]);
    }
  });

  test("names brands that do not allow it", async () => {
    await create({ ...complete, name: "Many Drafts" });
    expect((await preview("active")).leftOut).toMatchObject([{ code: "invalid_transition", count: 1 }]);
  });

  test("records the reason for each of them, and needs one if a single transition does", async () => {
    const brand = await change(await change(await create({ ...complete, name: "Many Active" }), "submitted"), "active");
    expect((await refusalOf(preview("suspended"))).errors).toMatchObject([{ path: "reason", code: "reason_required" }]);
    const { fingerprint } = await preview("suspended", "recall");
    // The reason does not affect the result.
    await apply("suspended", fingerprint, "a recall");
    expect(await call(transport, brands.get, { id: brand.id })).toMatchObject({ statusReason: "a recall" });
    expect((await activityOf(brand.id)).events[0]).toMatchObject({ action: "suspend", reason: "a recall" });
  });

  test("is refused if one of them was edited since, and changes none", async () => {
    const [one, two] = [await create({ ...complete, name: "Many A" }), await create({ ...complete, name: "Many B" })];
    const { fingerprint } = await preview("submitted");
    await call(transport, brands.update, { id: two.id, version: 1, story: "Edited meanwhile" });
    expect(await codeOf(apply("submitted", fingerprint))).toBe("preview_stale");
    expect((await call(transport, brands.get, { id: one.id })).status).toBe("draft");
  });

  test("leaves out archived brands unless they are requested, like the list", async () => {
    const archived = await change(
      await change(await create({ ...complete, name: "Many Old" }), "submitted"),
      "rejected",
      "x",
    );
    await change(archived, "archived");
    expect((await preview("draft")).matched).toBe(0);
    const requested = { selection: { filter: { ...filter, status: ["archived" as const] } }, to: "draft" as const };
    expect((await call(transport, brands.previewStatusChange, requested)).matched).toBe(1);
    const named = { selection: { ids: [archived.id] }, to: "draft" as const };
    expect((await call(transport, brands.previewStatusChange, named)).leftOut).toMatchObject([
      { code: "invalid_transition" },
    ]);
  });

  test("is applied to ten thousand at once", async () => {
    await app.db.execute(sql`
      insert into brands (id, slug, name, name_key, sort_key, words, country, contact_email, status, created_at, updated_at)
      select md5('many' || n)::uuid, 'many-' || n, 'Many ' || n, 'many ' || n, 'many ' || n, 'many ' || n, 'AE', 'a@noor.example', 'draft',
             now(), now()
        from generate_series(1, 10000) as n`);
    // Without the API's timeout: the bench measures how long this takes.
    const ctx = app.api.systemContext();
    const requested = { selection: { filter }, to: "submitted" as const };
    const { fingerprint, changing } = await manyBrandTransitions.preview(ctx, requested);
    expect(changing).toBe(10_000);
    expect(await manyBrandTransitions.apply(ctx, { ...requested, fingerprint })).toEqual({
      changed: 10_000,
      leftOut: 0,
    });
    const entries = await app.db.execute(
      sql`select count(*)::int as count from audit_log where action = 'submit' and resource_id in (select id::text from brands)`,
    );
    expect((entries as { rows: unknown[] }).rows).toEqual([{ count: 10_000 }]);
    expect(await app.db.$count(brandsTable, eq(brandsTable.version, 2))).toBe(10_000);
    await create({ ...complete, name: "Many more than one may take" });
    expect(await codeOf(preview("active"))).toBe("too_many_rows");
  });
});
