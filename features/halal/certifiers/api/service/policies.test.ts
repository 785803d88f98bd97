import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DomainEvent } from "#base/eventTypes.ts";
import type { Refusal } from "#base/refusal.ts";
import { market as marketRows } from "#api/testing/catalogueFactory.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { certifiersFeature } from "#features/halal/certifiers/api/routes.ts";
import { recognitions } from "#features/halal/certifiers/contract.ts";
import type { MarketPolicyPatch } from "#features/halal/certifiers/contract/recognitions.ts";
import { loosenedBy, undecidedPolicy } from "#features/halal/certifiers/rules.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let transport: Transport;
let made: ReturnType<typeof marketRows>;
const reported: DomainEvent[] = [];
const listening = {
  ...certifiersFeature,
  eventHandlers: [
    {
      types: ["certifier.recognition_changed"] as const,
      follow: async (_: unknown, events: readonly DomainEvent[]) => {
        reported.push(...events);
        return [];
      },
    },
  ],
};
beforeAll(async () => {
  app = await testApi([listening]);
  made = marketRows(app.db);
  ({ transport } = await app.signIn("Aisyah", ["certifiers.read", "certifiers.update"]));
});
afterAll(() => app.close());

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, errors }: Refusal) => [code, ...errors.map(({ path }) => path)].join(" "),
  );
const policyOf = async (market: string) =>
  (await call(transport, recognitions.list, {})).policies.find((each) => each.market === market);
const preview = async (market: string, wanted: MarketPolicyPatch) =>
  (await call(transport, recognitions.previewPolicy, { market, ...wanted })).fingerprint;
type Manner = { readonly reason?: string; readonly fingerprint?: string };
const decide = (market: string, wanted: MarketPolicyPatch, manner: Manner = {}) =>
  call(transport, recognitions.changePolicy, { market, ...wanted, ...manner });
const list = { hasList: true, listDecidedOn: "2026-11-01", listSource: "Its ministry" };

describe("the policy of a market", () => {
  test("emits one event for a change, and changes only as previewed", async () => {
    reported.length = 0;
    const wanted = { policy: "warn" } as const;
    const fingerprint = await preview("AE", wanted);
    expect(await policyOf("AE")).toBeUndefined();
    reported.length = 0;
    const reason = "The ministry says that the list is advice";
    expect(await outcomeOf(decide("AE", wanted, { reason, fingerprint: "0" }))).toBe("preview_stale");
    expect(await decide("AE", wanted, { reason, fingerprint })).toEqual({
      market: "AE",
      ...undecidedPolicy,
      policy: "warn",
    });
    reported.length = 0;
    await decide("AE", wanted);
    expect(reported).toEqual([]);
    await decide("AE", { policy: "block" });
    expect(reported.map(({ resourceId, payload }) => [resourceId, payload])).toEqual([
      ["AE", { market: "AE", policy: "block", hasList: null, unknownPolicy: "warn" }],
    ]);
    expect(await outcomeOf(decide("XX", wanted))).toBe("invalid_input market");
    const [entry] = await rowsOf<{ reason: string }>(
      app.db,
      sql`select reason from audit_log where resource = 'recognitions' and resource_id = 'AE' order by id limit 1`,
    );
    expect(entry?.reason).toBe(reason);
  });

  test.each([
    [{ policy: "warn" }],
    [{ unknownPolicy: "warn" }],
    [{ accreditationPolicy: "warn" }],
    [{ reviewGraceDays: 31 }],
    [{ ...list, hasList: false }],
  ] as const)("needs a reason and a preview if it asks for less: %j", async (looser) => {
    await decide("QA", { ...list, policy: "block", unknownPolicy: "block", accreditationPolicy: "block" });
    const fingerprint = await preview("QA", looser);
    expect(await outcomeOf(decide("QA", looser, { fingerprint }))).toBe("invalid_input reason");
    expect(await outcomeOf(decide("QA", looser, { reason: "So it is" }))).toBe("preview_stale");
    expect(await outcomeOf(decide("QA", looser, { reason: "So it is", fingerprint }))).toBe("done");
    // A stricter policy needs neither.
    const before = {
      market: "QA",
      ...undecidedPolicy,
      ...list,
      unknownPolicy: "block",
      accreditationPolicy: "block",
    } as const;
    expect(loosenedBy({ ...before, ...looser }, before)).toEqual([]);
    expect(await outcomeOf(decide("QA", { reviewGraceDays: 30 }))).toBe("done");
  });

  test("needs a day and a source to say whether there is a list", async () => {
    expect(await outcomeOf(decide("OM", { hasList: true }))).toBe("invalid_input listDecidedOn");
    expect(await outcomeOf(decide("OM", { hasList: true, listDecidedOn: "2026-11-01" }))).toBe(
      "invalid_input listSource",
    );
    expect(await outcomeOf(decide("OM", { listSource: "Its ministry" }))).toBe("invalid_input hasList");
    expect(await decide("OM", { ...list, hasList: false })).toMatchObject({ ...list, hasList: false });
    const unsourced = app.db.execute(sql`update recognition_policies set list_source = null where market = 'OM'`);
    await expect(unsourced).rejects.toMatchObject({ cause: { constraint: "recognition_policies__list" } });
  });

  test("has a list from the first recognition on, even after recognitions lapse or are removed", async () => {
    const bodyId = await made.body();
    const id = newId();
    const unsaid = { scopeText: null, validFrom: null, sourceUrl: null, readOn: null, note: null };
    await call(transport, recognitions.create, {
      id,
      market: "BH",
      bodyId,
      recognisedBy: "Its ministry",
      ...unsaid,
      validTo: "2026-01-31",
    });
    const isListed = { hasList: true, listDecidedOn: "2026-11-20", listSource: "Its ministry" };
    expect(await policyOf("BH")).toMatchObject(isListed);
    await call(transport, recognitions.remove, { id, version: 1 });
    expect(await policyOf("BH")).toMatchObject(isListed);
    // A row inserted without the operations has the same effect.
    await made.insert("body_recognitions", {
      market: "KW",
      body_id: bodyId,
      recognised_by: "Its ministry",
      created_at: app.clock.now,
      updated_at: app.clock.now,
      version: 1,
    });
    expect(await policyOf("KW")).toMatchObject(isListed);
  });

  test("has the same defaults in an empty row, without a row, and on screen", async () => {
    await app.db.execute(sql`insert into recognition_policies (market, updated_at) values ('SD', now())`);
    expect(await policyOf("SD")).toEqual({ market: "SD", ...undecidedPolicy });
    const body = await made.body();
    const objections = (market: string, dueAt: string) =>
      rowsOf(
        app.db,
        sql`select * from market_objection(${body}::uuid, ${market}, '2026-11-20', ${dueAt}::timestamptz, '2026-11-20T00:00:00Z')`,
      );
    for (const dueAt of ["2026-10-20T23:59:59Z", "2026-10-21T00:00:00Z", "2026-10-21T00:00:01Z", "2027-01-01"])
      expect(await objections("SD", dueAt), dueAt).toEqual(await objections("DZ", dueAt));
    expect(await objections("DZ", "2026-10-21T00:00:01Z")).toMatchObject([
      { reason: "HALAL_REVIEW_OVERDUE", is_blocking: false },
    ]);
    expect(await objections("DZ", "2026-10-21T00:00:00Z")).toMatchObject([
      { reason: "HALAL_REVIEW_OVERDUE", is_blocking: true },
    ]);
    const type = await made.type();
    await made.retailer({ retailer_type_id: type, country: "DZ" });
    expect(await policyOf("DZ")).toEqual({ market: "DZ", ...undecidedPolicy });
  });
});
