import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { membersFeature } from "#features/loyalty/members/api/routes.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { simulations } from "#features/loyalty/promocodes/contract/simulation.ts";
import { promocodeDecisions } from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields } from "#features/loyalty/promocodes/fields.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let author: Transport;
let approver: Transport;
let brand: string;
let shop: string;
let dates: string;
let lamb: string;
let foreign: string;
let foreignGtin: string;

beforeAll(async () => {
  app = await testApi([promocodesFeature, membersFeature([]), productsFeature, retailersFeature]);
  const rights = ["read", "create", "update"].map((action) => `promocodes.${action}`);
  const all = [
    ...rights,
    ...decidingPermissions(promocodeDecisions),
    "promocodes.pause",
    "redemptions.validate",
    "redemptions.create",
    "retailers.read",
    "products.read",
    "members.read",
  ];
  author = (await app.signIn("Aisyah", all)).transport;
  const other = await app.signIn("Omar", all);
  approver = other.transport;
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${other.actor.userId}::uuid, id, now() from roles where code = 'campaign_approver'`);
  const rows = market(app.db);
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  const food = await rows.category();
  brand = await rows.brand();
  dates = await rows.product({ brand_id: brand, category_id: stationery });
  lamb = await rows.product({ brand_id: brand, category_id: food });
  foreign = await rows.product({ brand_id: await rows.brand(), category_id: stationery });
  [{ gtin: foreignGtin }] = (await rowsOf(app.db, sql`select gtin from products where id = ${foreign}`)) as [
    { gtin: string },
  ];
  shop = await rows.retailer({ retailer_type_id: await rows.type({ certificate_policy: "none" }), country: "MY" });
});
afterAll(() => app.close());

const { empty } = promocodeFields;
let made = 0;
type Draft = { terms?: Partial<Terms>; codeMode?: "shared" | "automatic"; ownerBrandId?: string };
const create = ({ terms = {}, codeMode = "shared", ownerBrandId }: Draft = {}): Promise<Promocode> =>
  call(author, promocodes.create, {
    ...empty,
    id: newId(),
    name: `Dates ${++made}`,
    codeMode,
    ownerBrandId: ownerBrandId ?? null,
    sharedCode: codeMode === "shared" ? `SIMULATED-${made}` : null,
    terms: { ...empty.terms, limits: { ...empty.terms.limits, perMember: [] }, ...terms },
  });
const change = (who: Transport, { id, version }: Pick<Promocode, "id" | "version">, to: Promocode["status"]) =>
  call(who, promocodes.changeStatus, { id, version, to });
const approve = async (promocode: Promocode) =>
  change(approver, await change(author, promocode, "pending_approval"), "approved");

async function member(): Promise<string> {
  const id = newId();
  await app.db.execute(sql`
    insert into members (bucket, id, language, status, created_at, updated_at)
    values (bucket_of(${id}::uuid), ${id}, 'en', 'active', now(), now())`);
  return id;
}

type SimulateInput = Input<typeof simulations.simulate>;
const order = (id: string, changed: Partial<SimulateInput> = {}): SimulateInput => ({
  id,
  terms: "draft",
  codes: [],
  memberId: null,
  isNewMember: false,
  retailerId: shop,
  locationId: null,
  // The clock of the tests, 20 November 2026 at 9:00 UTC, in London.
  day: "2026-11-20",
  time: "09:00",
  currency: "GBP",
  lines: [{ productId: dates, quantity: 2, unitMinor: 500 }],
  withoutLines: [],
  ...changed,
});
const simulate = (input: SimulateInput, who = author) => call(who, simulations.simulate, input);

describe("the simulator", () => {
  test("answers for live terms what validate answers for the same order", async () => {
    const limits = { ...empty.terms.limits, perMember: [{ period: "week" as const, uses: 1 }], budgetMinor: 1000 };
    const group = { group: "weekly", isExclusive: false, priority: 5 };
    const first = await approve(await create({ terms: { limits, stacking: group } }));
    const rival = await approve(await create({ terms: { stacking: { ...group, priority: 9 } } }));
    const automatic = await approve(
      await create({ codeMode: "automatic", terms: { effect: { kind: "cashback", bps: 500, maxMinor: null } } }),
    );
    const memberId = await member();
    const lines = [
      { productId: dates, quantity: 3, unitMinor: 333 },
      { productId: lamb, quantity: 1, unitMinor: 900 },
      { productId: foreign, quantity: 1, unitMinor: 250 },
      { quantity: 1, unitMinor: 99 },
    ];
    for (const codes of [[], [rival.sharedCode!], ["NOTHING"]])
      for (const withoutLines of [[], [2]]) {
        const simulated = await simulate(order(first.id, { terms: "live", codes, memberId, lines, withoutLines }));
        const validated = await call(author, redemptionCalls.validate, {
          codes: [first.sharedCode!, ...codes],
          memberId,
          retailerId: shop,
          locationId: null,
          order: { ref: "R-1", currency: "GBP", lines },
          withoutLines,
        });
        expect(simulated).toMatchObject(validated);
        expect(simulated.outcomes.map(({ isOwn }) => isOwn)).toEqual([true, ...codes.map(() => false), false]);
      }
    const [own, , last] = (await simulate(order(automatic.id, { terms: "live", codes: [first.sharedCode!], memberId })))
      .outcomes;
    expect([own!.isOwn, last]).toEqual([false, undefined]);
  });

  test("tries a draft that no code leads to yet, alone or against others, and writes nothing", async () => {
    const draft = await create({ terms: { effect: { kind: "percent", bps: 5000, maxMinor: null } } });
    expect(await simulate(order(draft.id))).toMatchObject({ discountMinor: 500, paidMinor: 500, refusal: null });
    const exclusive = await approve(
      await create({ terms: { stacking: { group: null, isExclusive: true, priority: 9 } } }),
    );
    const both = await simulate(order(draft.id, { codes: [exclusive.sharedCode!] }));
    expect(both).toMatchObject({ discountMinor: 100, refusal: "not_stackable" });
    const lost = both.outcomes[0]!.checks.find(({ ok }) => !ok);
    expect(lost).toMatchObject({ check: "stacking", because: "exclusive", actual: { ids: [exclusive.id] } });
    expect(both.outcomes[1]!.name).toBe(exclusive.name);
    expect(await rowsOf(app.db, sql`select 1 from redemptions`)).toEqual([]);
  });

  test("replaces the live version by the draft, and counts what was used of it", async () => {
    const limits = { ...empty.terms.limits, perMember: [{ period: "campaign" as const, uses: 1 }] };
    const live = await approve(await create({ terms: { limits } }));
    const memberId = await member();
    await app.db.execute(sql`
      insert into campaign_uses (bucket, subject_id, campaign_id, period, uses)
      values (bucket_of(${memberId}::uuid), ${memberId}, ${live.id}, '', 1)`);
    const draft = await change(author, live, "draft");
    const terms = { ...draft.terms, limits: { ...limits, perMember: [{ period: "campaign" as const, uses: 2 }] } };
    await call(author, promocodes.update, { id: draft.id, version: draft.version, terms });
    expect(await simulate(order(live.id, { memberId, terms: "live" }))).toMatchObject({
      refusal: "member_limit_reached",
    });
    expect(await simulate(order(live.id, { memberId }))).toMatchObject({ refusal: null, discountMinor: 100 });
    expect((await simulate(order(live.id))).refusal).toBe("member_not_eligible");
    expect((await simulate(order(live.id, { isNewMember: true }))).refusal).toBeNull();
  });

  test("takes day and time on the clock of the location, and its Hijri date", async () => {
    const hijri = { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null };
    const window = { ...empty.terms.window, hours: [{ from: "18:00", to: "22:00" }], timeZone: "Europe/London", hijri };
    const draft = await create({ terms: { window } });
    const inside = await simulate(order(draft.id, { day: "2026-02-20", time: "18:00" }));
    expect(inside).toMatchObject({
      at: "2026-02-20T18:00:00.000Z",
      hijri: { year: 1447, month: 9, day: 3 },
      refusal: null,
    });
    const early = await simulate(order(draft.id, { day: "2026-02-20", time: "17:59" }));
    expect(early.refusal).toBe("outside_window");
    const other = await simulate(order(draft.id, { day: "2026-07-01", time: "18:00" }));
    expect(other.outcomes[0]!.checks.find(({ check }) => check === "hijri")?.ok).toBe(false);
  });

  test("names the lines in the way, and what would apply without them", async () => {
    const lines = [
      { productId: dates, quantity: 1, unitMinor: 500 },
      { productId: lamb, quantity: 1, unitMinor: 900 },
    ];
    const draft = await create();
    const { outcomes, refusal } = await simulate(order(draft.id, { lines }));
    expect(refusal).toBe("line_not_promotable");
    expect(outcomes[0]!.wouldApplyWithout).toEqual({ lines: [2], discountMinor: 50, cashbackMinor: 0 });
  });

  test("shows nothing that its reader may not see", async () => {
    const own = await create({ ownerBrandId: brand });
    const others = await approve(
      await create({ terms: { stacking: { group: null, isExclusive: true, priority: 9 } } }),
    );
    const grants = ["promocodes.read@scope", "products.read@scope", "retailers.read"];
    const scoped = await app.signIn("Brand", grants, [{ kind: "brand", target: brand }]);
    const lines = [
      { productId: dates, quantity: 1, unitMinor: 500 },
      { gtin: foreignGtin, quantity: 1, unitMinor: 500 },
    ];
    const input = order(own.id, { lines, codes: [others.sharedCode!], memberId: await member() });
    const simulated = await simulate(input, scoped.transport);
    expect(simulated.products).toEqual([dates, null]);
    expect(simulated.outcomes).toMatchObject([{ isOwn: true }, { reason: "code_invalid", campaignId: null }]);
    expect(simulated.outcomes[0]!.checks.map(({ check }) => check)).not.toContain("member");
    expect(JSON.stringify(simulated)).not.toMatch(new RegExp(`${foreign}|${others.id}|${others.name}`));
    expect((await refusalOf(simulate(order(others.id), scoped.transport))).code).toBe("not_found");
    const nowhere = await app.signIn("Nowhere", ["promocodes.read", "retailers.read@scope"]);
    const elsewhere = await refusalOf(simulate(input, nowhere.transport));
    const unknown = await refusalOf(simulate({ ...input, retailerId: newId() }, nowhere.transport));
    expect([elsewhere.code, elsewhere.message]).toEqual(["unknown_retailer", unknown.message]);
    expect((await refusalOf(simulate({ ...input, locationId: newId() }))).code).toBe("unknown_retailer");
  });
});
