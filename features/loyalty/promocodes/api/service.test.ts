import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decidingPermissions } from "#base/decisions.ts";
import { addMs, dayMs } from "#base/time.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { sightings } from "#features/halal/sightings/contract.ts";
import { sightingsFeature } from "#features/halal/sightings/api/routes.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import { codeBatches } from "#features/loyalty/promocodes/contract/batches.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { promocodeDecisions } from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields, type PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { codeKey, hasCheckCharacter } from "#features/loyalty/promocodes/rules/codes.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

let app: TestApi;
let author: Transport;
let approver: Transport;
let shop: string;
let dates: string;

beforeAll(async () => {
  app = await testApi([promocodesFeature, sightingsFeature]);
  const rights = ["promocodes", "codes"].flatMap((resource) =>
    ["read", "create", "update", "export"].map((action) => `${resource}.${action}`),
  );
  const all = [...rights, ...decidingPermissions(promocodeDecisions), "promocodes.pause", "redemptions.validate"];
  author = (await app.signIn("Aisyah", [...all, "sightings.confirm"])).transport;
  const other = await app.signIn("Omar", all);
  approver = other.transport;
  // A second person who may approve, as the database knows it.
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${other.actor.userId}::uuid, id, now() from roles where code = 'campaign_approver'`);
  const rows = market(app.db);
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  dates = await rows.product({ brand_id: await rows.brand(), category_id: stationery });
  shop = await rows.retailer({ retailer_type_id: await rows.type({ certificate_policy: "none" }), country: "MY" });
});
afterAll(() => app.close());

const { empty } = promocodeFields;
let made = 0;
type DraftFields = Omit<Partial<PromocodeInput>, "terms"> & { terms?: Partial<Terms> };
const create = ({ terms = {}, ...fields }: DraftFields = {}): Promise<Promocode> =>
  call(author, promocodes.create, {
    ...empty,
    id: newId(),
    name: `Dates ${++made}`,
    sharedCode: fields.codeMode === undefined || fields.codeMode === "shared" ? `SAMPLE-${made}` : null,
    ...fields,
    terms: { ...empty.terms, limits: { ...empty.terms.limits, perMember: [] }, ...terms },
  });
type Reference = Pick<Promocode, "id" | "version">;
const change = (who: Transport, { id, version }: Reference, to: Promocode["status"], reason?: string) =>
  call(who, promocodes.changeStatus, { id, version, to, reason });
const approve = async (promocode: Reference) =>
  change(approver, await change(author, promocode, "pending_approval"), "approved");
const get = (id: string) => call(author, promocodes.get, { id });

const validate = (codes: string[]) =>
  call(author, redemptionCalls.validate, {
    codes,
    memberId: null,
    retailerId: shop,
    locationId: null,
    order: { ref: "R-1", currency: "GBP", lines: [{ productId: dates, quantity: 1, unitMinor: 1000 }] },
    withoutLines: [],
  });
const reasonOf = async (code: string) =>
  (await validate([code])).outcomes.find(({ key }) => key === codeKey(code))?.reason;

describe("a promocode", () => {
  test("can be used once another person approved it", async () => {
    const draft = await create({ sharedCode: "FIRST-ONE" });
    expect(draft).toMatchObject({ status: "draft", runState: null, liveVersion: null, liveTerms: null });
    expect(await reasonOf("FIRST-ONE")).toBe("code_invalid");
    const submitted = await change(author, draft, "pending_approval");
    expect((await refusalOf(change(author, submitted, "approved"))).details).toMatchObject({
      blockers: ["second_person"],
    });
    const live = await change(approver, submitted, "approved");
    expect(live).toMatchObject({ status: "approved", runState: "active", liveVersion: 1, uses: 0, usesMax: null });
    expect(live.liveTerms).toEqual(live.terms);
    expect((await validate(["first one"])).discountMinor).toBe(100);
    const { events } = await call(author, promocodes.activity, { id: live.id, limit: 10 });
    expect(events.map(({ action }) => action)).toEqual(["approve", "submit", "create"]);
  });

  test("is sent back with a reason, and edited as a draft only", async () => {
    const submitted = await change(author, await create(), "pending_approval");
    const edit = { id: submitted.id, version: submitted.version, name: "Other" };
    expect((await refusalOf(call(author, promocodes.update, edit))).code).toBe("promocode_not_editable");
    expect((await refusalOf(change(approver, submitted, "draft"))).code).toBe("invalid_input");
    const draft = await change(approver, submitted, "draft", "Too generous");
    expect(draft).toMatchObject({ status: "draft", statusReason: "Too generous" });
    expect(await call(author, promocodes.update, { ...edit, version: draft.version })).toMatchObject({ name: "Other" });
  });

  test("runs on with its version while the next one is edited", async () => {
    const live = await approve(await create({ sharedCode: "VERSIONED" }));
    const draft = await change(author, live, "draft");
    const effect = { kind: "percent", bps: 5000, maxMinor: null } as const;
    const terms = { ...draft.terms, effect };
    const edited = await call(author, promocodes.update, { id: draft.id, version: draft.version, terms });
    expect(edited).toMatchObject({ status: "draft", runState: "active", liveVersion: 1, liveTerms: live.terms });
    expect((await validate(["VERSIONED"])).discountMinor).toBe(100);
    const next = await approve(edited);
    expect(next).toMatchObject({ liveVersion: 2, liveTerms: { effect } });
    expect((await validate(["VERSIONED"])).discountMinor).toBe(500);
    expect(
      await rowsOf(app.db, sql`select number from campaign_versions where campaign_id = ${live.id} order by 1`),
    ).toEqual([{ number: 1 }, { number: 2 }]);
  });

  test("keeps its currency, brand and kind of code once it was approved", async () => {
    const draft = await change(author, await approve(await create()), "draft");
    const edit = (fields: Partial<PromocodeInput>) =>
      call(author, promocodes.update, { id: draft.id, version: draft.version, ...fields });
    const automatic = await refusalOf(edit({ codeMode: "automatic", sharedCode: null }));
    expect(automatic.errors).toMatchObject([{ path: "codeMode", code: "fixed_once_live" }]);
    const euros = await refusalOf(edit({ terms: { ...draft.terms, currency: "EUR" } }));
    expect(euros.errors).toMatchObject([{ path: "terms.currency", code: "fixed_once_live" }]);
  });

  test("is found by its number", async () => {
    const { id, code } = await create();
    const { rows } = await call(author, promocodes.list, { sort: "name", limit: 25, count: "none", search: code });
    expect(rows.map((row) => row.id)).toEqual([id]);
  });

  test("is paused and resumed with a reason", async () => {
    const live = await approve(await create({ sharedCode: "PAUSED-ONE" }));
    const at = { id: live.id, version: live.version };
    const paused = await call(approver, promocodes.pause, { ...at, source: "fraud", reason: "Too many at one shop" });
    expect(paused).toMatchObject({ runState: "paused", pauseSource: "fraud", pauseReason: "Too many at one shop" });
    expect(await reasonOf("PAUSED-ONE")).toBe("campaign_paused");
    const resumed = await call(approver, promocodes.resume, { ...at, version: paused.version, reason: "Checked" });
    expect(resumed).toMatchObject({ runState: "active", pauseSource: null, pauseReason: null });
    expect(await reasonOf("PAUSED-ONE")).toBeNull();
    const draft = await create();
    const refused = call(approver, promocodes.pause, {
      id: draft.id,
      version: draft.version,
      source: "manual",
      reason: "…",
    });
    expect((await refusalOf(refused)).code).toBe("promocode_not_live");
  });

  test("keeps its code, however it is written, until it is archived", async () => {
    const first = await create({ sharedCode: "Summer-O1" });
    expect((await refusalOf(create({ sharedCode: "summer 01" }))).errors).toMatchObject([{ path: "sharedCode" }]);
    const live = await approve(first);
    await change(author, live, "archived");
    expect(await reasonOf("SUMMER-01")).toBe("code_ended");
    const second = await approve(await create({ sharedCode: "summer 01" }));
    expect(await reasonOf("SUMMER-01")).toBeNull();
    const renamed = await call(author, promocodes.update, {
      id: second.id,
      version: (await change(author, second, "draft")).version,
      sharedCode: "SUMMER-02",
    });
    await approve(renamed);
    expect([await reasonOf("SUMMER-01"), await reasonOf("SUMMER-02")]).toEqual(["code_disabled", null]);
  });

  test("without its code can't be submitted, nor approved after its end", async () => {
    const refusal = await refusalOf(change(author, await create({ sharedCode: null }), "pending_approval"));
    expect(refusal).toMatchObject({ code: "promocode_step_blocked", details: { blockers: ["code_missing"] } });
    const window = { ...empty.terms.window, endsAt: app.clock.now };
    expect((await refusalOf(approve(await create({ terms: { window } })))).code).toBe("promocode_window_ended");
  });

  test("says what it does now, and is found by it", async () => {
    const window = {
      ...empty.terms.window,
      startsAt: addMs(app.clock.now, dayMs),
      endsAt: addMs(app.clock.now, 2 * dayMs),
    };
    const { id } = await approve(await create({ terms: { window } }));
    const found = async (runState: "scheduled" | "active" | "ended") => {
      const input = { limit: 100, count: "none" } as const;
      return (await call(author, promocodes.list, { ...input, sort: "updatedAt", runState: [runState] })).rows.some(
        (row) => row.id === id && row.runState === runState,
      );
    };
    expect([await found("scheduled"), await found("active")]).toEqual([true, false]);
    app.clock.advance(dayMs);
    expect([await found("scheduled"), await found("active")]).toEqual([false, true]);
    app.clock.advance(dayMs);
    expect([await found("active"), await found("ended")]).toEqual([false, true]);
  });

  test("can't be limited below what is used, and is exhausted at its limit", async () => {
    const limits = { ...empty.terms.limits, perMember: [], total: 5, budgetMinor: 1000 };
    const live = await approve(await create({ terms: { limits } }));
    await app.db.execute(sql`
      update campaign_counters set uses_taken = 3, budget_taken_minor = 1000 where campaign_id = ${live.id} and bucket = 0`);
    expect(await get(live.id)).toMatchObject({ runState: "exhausted", uses: 3, usesMax: 5, budgetTakenMinor: 1000 });
    const draft = await change(author, live, "draft");
    const lower = { ...live.terms, limits: { ...limits, total: 2 } };
    const edited = await call(author, promocodes.update, { id: draft.id, version: draft.version, terms: lower });
    const submitted = await change(author, edited, "pending_approval");
    expect((await refusalOf(change(approver, submitted, "approved"))).code).toBe("limit_below_used");
    expect(await get(live.id)).toMatchObject({ status: "pending_approval", liveVersion: 1 });
  });
});

test("a Hijri window moves with the months that a market confirms", async () => {
  const hijri = { from: { month: 9, day: 1 }, to: { month: 9, day: 10 }, years: [1448] };
  const window = { ...empty.terms.window, timeZone: "Asia/Kuala_Lumpur", hijri };
  const { id } = await approve(await create({ terms: { window } }));
  const windows = () =>
    rowsOf<{ at: string; confirmed: boolean }>(
      app.db,
      sql`select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, is_confirmed as confirmed
            from campaign_windows where campaign_id = ${id} and market = 'MY'`,
    );
  expect(await windows()).toEqual([{ at: "2027-02-07 16:00", confirmed: false }]);
  const month = { market: "MY", hijriYear: 1448, month: 9, gregorianStart: "2027-02-09" };
  const { fingerprint } = await call(author, sightings.preview, month);
  await call(author, sightings.confirm, { ...month, source: "Sighting committee", fingerprint });
  expect(await windows()).toEqual([{ at: "2027-02-08 16:00", confirmed: true }]);
});

describe("a batch", () => {
  const batch = { quantity: 12_000, pattern: "rmdn-#########", usesMax: 1, validFrom: null, validTo: null };

  test("has exactly as many different codes as were asked for, each with its check character", async () => {
    const { id } = await approve(await create({ codeMode: "unique" }));
    const batchId = newId();
    const first = await call(author, codeBatches.create, { id, batchId, ...batch });
    expect(first).toMatchObject({ status: "waiting", generated: 0, pattern: "RMDN-#########" });
    expect(await call(author, codeBatches.create, { id, batchId, ...batch })).toEqual(first);
    await app.runJobs();
    expect((await call(author, codeBatches.list, { id })).rows).toMatchObject([{ status: "done", generated: 12_000 }]);
    const codes = await rowsOf<{ key: string }>(
      app.db,
      sql`select code_key as key from codes where batch_id = ${batchId}`,
    );
    expect(new Set(codes.map(({ key }) => key)).size).toBe(12_000);
    expect(codes.every(({ key }) => hasCheckCharacter(key))).toBe(true);
    expect(await get(id)).toMatchObject({ codesCount: 12_000 });
    const lines = (await (await author(requestFor(codeBatches.exportCsv, { batchId }))).text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(12_001);
    const [code] = lines[1]!.split(",");
    expect(await reasonOf(code!)).toBeNull();
  });

  test("is stopped with the codes that it has", async () => {
    const { id } = await create({ codeMode: "unique" });
    const batchId = newId();
    await call(author, codeBatches.create, { id, batchId, ...batch });
    expect(await call(author, codeBatches.cancel, { batchId })).toMatchObject({ status: "cancelled" });
    await app.runJobs();
    expect((await call(author, codeBatches.list, { id })).rows).toMatchObject([{ status: "cancelled", generated: 0 }]);
  });

  test("is refused if its codes could be guessed, or the promocode has no unique ones", async () => {
    const { id } = await create({ codeMode: "unique" });
    const short = { id, batchId: newId(), ...batch, pattern: "RMDN-########" };
    expect((await refusalOf(call(author, codeBatches.create, short))).details).toEqual({ needed: 9 });
    const shared = { id: (await create()).id, batchId: newId(), ...batch };
    expect((await refusalOf(call(author, codeBatches.create, shared))).code).toBe("codes_not_unique");
  });
});
