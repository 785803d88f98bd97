import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { ledgerFeature } from "#features/loyalty/ledger/api/routes.ts";
import type { PostedAdjustment } from "#features/loyalty/ledger/api/service/adjustments.ts";
import { ledger } from "#features/loyalty/ledger/contract.ts";
import { ledgerAdjustments } from "#features/loyalty/ledger/contract/adjustments.ts";
import { ledgerProof } from "#features/loyalty/ledger/contract/proof.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

let app: TestApi;
let author: Transport;
let approver: Transport;
let reader: Transport;
let brand: string;
let otherBrand: string;
let thirdBrand: string;
const followed: PostedAdjustment[] = [];

beforeAll(async () => {
  const follower = { followMember: async (_: unknown, posted: PostedAdjustment) => void followed.push(posted) };
  app = await testApi([ledgerFeature([follower])]);
  const all = [
    "ledger.read",
    "ledger.export",
    "ledger.verify",
    "adjustments.read",
    "adjustments.create",
    "adjustments.approve",
  ];
  author = (await app.signIn("Aisyah", all)).transport;
  approver = (await app.signIn("Omar", all)).transport;
  const rows = market(app.db);
  brand = await rows.brand();
  otherBrand = await rows.brand();
  thirdBrand = await rows.brand();
  reader = (await app.signIn("Huda", ["ledger.read@scope", "ledger.export@scope"], [{ kind: "brand", target: brand }]))
    .transport;
  for (const target of [brand, otherBrand]) await approve(await ask({ destination: funding(target) }));
});
afterAll(() => app.close());

const bank = { ownerKind: "platform", ownerId: null, purpose: "bank" } as const;
const funding = (ownerId: string) => ({ ownerKind: "brand", ownerId, purpose: "funding" }) as const;
const ask = (given: Partial<Input<typeof ledgerAdjustments.create>> = {}) =>
  call(author, ledgerAdjustments.create, {
    id: newId(),
    source: bank,
    destination: funding(brand),
    currency: "USD",
    amountMinor: 1000,
    reason: "Paid by transfer",
    ...given,
  });
const approve = ({ id }: { id: string }) => call(approver, ledgerAdjustments.approve, { id });
const codeOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
const balanceOf = async (ownerId: string) =>
  (await call(author, ledger.balances, { ownerKind: "brand", ownerId })).rows[0]?.balanceMinor ?? 0;

describe("an adjustment", () => {
  test("is posted once another person approved it", async () => {
    const before = await balanceOf(brand);
    const requested = await ask({ amountMinor: 70 });
    expect(requested).toMatchObject({ status: "pending_approval", transactionId: null, createdByName: "Aisyah" });
    expect(requested.code).toMatch(/^ADJ-\d{6}$/);
    expect(await balanceOf(brand)).toBe(before);
    expect(await codeOf(call(author, ledgerAdjustments.approve, { id: requested.id }))).toBe("same_person");
    const approved = await approve(requested);
    expect(approved).toMatchObject({ status: "approved", decidedByName: "Omar" });
    expect(await balanceOf(brand)).toBe(before + 70);
    expect(await codeOf(approve(requested))).toBe("adjustment_decided");
    const made = await call(author, ledger.get, { id: approved.transactionId! });
    expect(made).toMatchObject({
      kind: "adjustment",
      referenceId: requested.id,
      reason: "Paid by transfer",
      actorName: "Omar",
      isReversible: true,
      reversedById: null,
    });
    expect(made.postings).toMatchObject([
      { source: bank, destination: funding(brand), amountMinor: 70, currency: "USD" },
    ]);
  });

  test("is approved by one of twenty at once", async () => {
    const before = await balanceOf(brand);
    const requested = await ask({ amountMinor: 5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => approve(requested)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balanceOf(brand)).toBe(before + 5);
  });

  test("is rejected with a reason, or withdrawn by who requested", async () => {
    const requested = await ask();
    expect(await codeOf(call(author, ledgerAdjustments.reject, { id: requested.id, reason: "No" }))).toBe(
      "same_person",
    );
    expect(await call(approver, ledgerAdjustments.reject, { id: requested.id, reason: "No invoice" })).toMatchObject({
      status: "rejected",
      decisionReason: "No invoice",
    });
    const other = await ask();
    expect(await codeOf(call(approver, ledgerAdjustments.withdraw, { id: other.id }))).toBe("not_found");
    expect(await call(author, ledgerAdjustments.withdraw, { id: other.id })).toMatchObject({ status: "withdrawn" });
    expect(await codeOf(approve(other))).toBe("adjustment_decided");
  });

  test("is stored once under its id", async () => {
    const id = newId();
    const first = await ask({ id });
    expect(await ask({ id })).toEqual(first);
    const others = call(approver, ledgerAdjustments.create, {
      id,
      source: bank,
      destination: funding(brand),
      currency: "USD",
      amountMinor: 1,
      reason: "x",
    });
    expect(await codeOf(others)).toBe("adjustment_id_taken");
  });

  test("takes what a brand has in all 64 accounts, and no more", async () => {
    const target = thirdBrand;
    for (let i = 0; i < 5; i++) await approve(await ask({ destination: funding(target), amountMinor: 100 }));
    const back = { source: funding(target), destination: bank };
    const tooMuch = await ask({ ...back, amountMinor: 501 });
    expect(await codeOf(approve(tooMuch))).toBe("insufficient_funds");
    expect(await call(author, ledgerAdjustments.get, { id: tooMuch.id })).toMatchObject({ status: "pending_approval" });
    await approve(await ask({ ...back, amountMinor: 500 }));
    expect(await balanceOf(target)).toBe(0);
  });

  const memberIn = async (db: TestApi["db"], bucket: number) => {
    const id = `${newId().slice(0, -2)}${bucket.toString(16).padStart(2, "0")}`;
    await db.execute(sql`
      insert into members (bucket, id, language, status, created_at, updated_at)
      values (bucket_of(${id}::uuid), ${id}, 'en', 'active', now(), now())`);
    return { ownerKind: "member", ownerId: id, purpose: "available" } as const;
  };
  const platform = { ownerKind: "platform", ownerId: null, purpose: "adjustments" } as const;

  test("of a member is followed by the area that keeps the balance", async () => {
    const member = await memberIn(app.db, 5);
    const given = await approve(await ask({ source: platform, destination: member, amountMinor: 30 }));
    const { transactionId } = given;
    expect(followed.at(-1)).toMatchObject({ transactionId, source: platform, destination: member, amountMinor: 30 });
    const back = await approve(await ask({ source: member, destination: platform, amountMinor: 20 }));
    // In the member's bucket from end to end: none of them needs transit accounts, with a transaction in each bucket.
    for (const { id } of [given, back])
      expect(
        await rowsOf(app.db, sql`select distinct bucket from ledger_transactions where reference_id = ${id}::uuid`),
      ).toEqual([{ bucket: 5 }]);
    // Between buckets it passes through transit accounts, which the area hears nothing of.
    const other = await memberIn(app.db, 6);
    await approve(await ask({ source: member, destination: other, amountMinor: 10 }));
    expect(followed.at(-1)).toMatchObject({ source: member, destination: other, amountMinor: 10 });
  });

  test("of a member is refused where no area follows it, and others are not", async () => {
    const alone = await testApi([ledgerFeature([])]);
    onTestFinished(alone.close);
    const { transport } = await alone.signIn("Aisyah", ["adjustments.read", "adjustments.create"]);
    const member = await memberIn(alone.db, 5);
    const destination = funding(await market(alone.db).brand());
    const request = (more: object) =>
      call(transport, ledgerAdjustments.create, {
        id: newId(),
        source: platform,
        destination,
        currency: "USD",
        amountMinor: 1,
        reason: "Found",
        ...more,
      });
    expect(await codeOf(request({ destination: member }))).toBe("account_not_adjustable");
    expect(await request({})).toMatchObject({ status: "pending_approval" });
  });

  test("is in the list, where its number finds it", async () => {
    const requested = await ask();
    const listed = (given: Partial<Input<typeof ledgerAdjustments.list>>) =>
      call(author, ledgerAdjustments.list, given as Input<typeof ledgerAdjustments.list>).then(({ rows }) => rows);
    expect(await listed({ search: ` ${requested.code.toLowerCase()}` })).toEqual([requested]);
    expect(await listed({ search: "ADJ-999999" })).toEqual([]);
    expect((await listed({ status: ["pending_approval"] }))[0]).toEqual(requested);
    expect((await listed({ search: " " }))[0]).toEqual(requested);
  });

  test.each([
    [{ source: { ...bank, purpose: "transit" } as const }, "account_not_adjustable"],
    [{ destination: { ...bank, purpose: "available" } as const }, "account_not_adjustable"],
    [
      {
        destination: {
          ownerKind: "member",
          ownerId: "018f6f7e-0000-7000-8000-000000000001",
          purpose: "pending",
        } as const,
      },
      "account_not_adjustable",
    ],
    [
      {
        destination: {
          ownerKind: "member",
          ownerId: "018f6f7e-0000-7000-8000-000000000001",
          purpose: "available",
        } as const,
      },
      "unknown_owner",
    ],
    [{ destination: funding("018f6f7e-0000-7000-8000-000000000001") }, "unknown_owner"],
    [{ destination: { ownerKind: "brand", ownerId: null, purpose: "funding" } as const }, "unknown_owner"],
    [{ destination: bank }, "same_account"],
  ])("of %o is refused: %s", async (given, code) => {
    expect(await codeOf(ask(given))).toBe(code);
  });
});

describe("a reversal", () => {
  test("is asked for once, approved by another person, and undoes the whole transaction", async () => {
    const before = await balanceOf(brand);
    const { transactionId } = await approve(await ask({ amountMinor: 40 }));
    const wanted = { transactionId: transactionId!, reason: "Wrong brand" };
    const requested = await call(author, ledgerAdjustments.createReversal, { ...wanted, id: newId() });
    expect(requested).toMatchObject({ kind: "reversal", amountMinor: 40, source: null, reversesId: transactionId });
    expect(await codeOf(call(author, ledgerAdjustments.createReversal, { ...wanted, id: newId() }))).toBe(
      "reversal_pending",
    );
    expect(await codeOf(call(author, ledgerAdjustments.approve, { id: requested.id }))).toBe("same_person");
    const approved = await approve(requested);
    expect(await balanceOf(brand)).toBe(before);
    expect(await call(author, ledger.get, { id: transactionId! })).toMatchObject({
      reversedById: approved.transactionId,
      isReversible: false,
    });
    expect(await codeOf(call(author, ledgerAdjustments.createReversal, { ...wanted, id: newId() }))).toBe(
      "already_reversed",
    );
    const again = { transactionId: approved.transactionId!, id: newId(), reason: "x" };
    expect(await codeOf(call(author, ledgerAdjustments.createReversal, again))).toBe("not_reversible");
  });
});

describe("the list", () => {
  test("finds by account, owner, kind, day, reference and number", async () => {
    const requested = await approve(await ask({ amountMinor: 9 }));
    const made = await call(author, ledger.get, { id: requested.transactionId! });
    const find = async (filter: Partial<Input<typeof ledger.list>>) =>
      (await call(author, ledger.list, { ...filter, limit: 100 } as Input<typeof ledger.list>)).rows.map(
        ({ id }) => id,
      );
    const { source, destination } = made.postings[0]!;
    for (const filter of [
      { accountId: [source.id] },
      { accountId: [destination.id] },
      { ownerKind: ["brand"], ownerId: brand },
      { brand: [brand], ownerKind: ["brand"] },
      { purpose: ["funding"], currency: "USD" },
      { kind: ["adjustment"] },
      { from: made.recordedAt.slice(0, 10), to: made.recordedAt.slice(0, 10) },
      { referenceId: requested.id },
      { ids: [made.id] },
      { search: String(made.number) },
      { search: made.id },
    ] as const)
      expect(await find(filter as Partial<Input<typeof ledger.list>>), JSON.stringify(filter)).toContain(made.id);
    for (const filter of [
      { accountId: [newId()] },
      { ownerId: otherBrand },
      { brand: [otherBrand] },
      { retailer: [brand] },
      { member: [brand] },
      { ownerKind: ["retailer"] },
      { currency: "EUR" },
      { kind: ["reversal"] },
      { to: "2020-01-01" },
      { search: "dates" },
    ] as const)
      expect(await find(filter as Partial<Input<typeof ledger.list>>), JSON.stringify(filter)).not.toContain(made.id);
  });

  test("shows a brand its own accounts only, in lists, details, statements and files", async () => {
    const input = { limit: 100 } as Input<typeof ledger.list>;
    const own = (await call(reader, ledger.list, input)).rows;
    expect(own.length).toBeGreaterThan(0);
    for (const { postings } of own)
      for (const { source, destination, sourceBalanceMinor } of postings) {
        expect(destination.ownerId === brand || source.ownerId === brand || destination.purpose === "transit").toBe(
          true,
        );
        expect(JSON.stringify([source, destination])).not.toContain(otherBrand);
        if (source.purpose === "bank") expect(sourceBalanceMinor).toBeNull();
      }
    const others = (await call(author, ledger.list, { ...input, ownerId: otherBrand })).rows[0]!;
    expect(await codeOf(call(reader, ledger.get, { id: others.id }))).toBe("not_found");
    const foreign = others.postings[0]!.destination.id;
    expect(await codeOf(call(reader, ledger.statement, { id: foreign, limit: 50 }))).toBe("not_found");
    expect((await call(reader, ledger.balances, { ownerKind: "brand", ownerId: otherBrand })).rows).toEqual([]);
    expect((await call(reader, ledger.accounts, { ownerKind: "platform" })).rows).toEqual([]);
    expect((await call(reader, ledger.balances, {})).rows.map(({ ownerKind }) => ownerKind)).toEqual(["brand"]);
    const file = await (await reader(requestFor(ledger.exportCsv, input))).text();
    expect(file).toContain(brand);
    expect(file).not.toContain(otherBrand);
  });
});

test("a statement numbers every change of an account", async () => {
  const { destination } = (
    await call(author, ledger.list, { ownerId: otherBrand, limit: 25 } as Input<typeof ledger.list>)
  ).rows[0]!.postings[0]!;
  await approve(await ask({ destination: funding(otherBrand), amountMinor: 3 }));
  const lines = await call(author, ledger.statement, { id: destination.id, limit: 1 });
  expect(lines.account).toMatchObject({ ownerId: otherBrand, purpose: "funding", currency: "USD" });
  expect(lines.rows[0]).toMatchObject({
    version: 1,
    changeMinor: 1000,
    balanceMinor: 1000,
    kind: "adjustment",
    other: bank,
  });
});

describe("the proof", () => {
  test("holds over all of the above, and is kept", async () => {
    const { proof, laws } = await call(author, ledgerProof.verify, {});
    expect(proof.broken).toEqual([]);
    expect(laws.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 12]);
    expect((await call(author, ledgerProof.proofs, {})).rows[0]).toEqual(proof);
  });

  test("seals transactions, and reports a broken law by night without repairing it", async () => {
    await app.runJobs();
    const [{ sealed }] = (await rowsOf<{ sealed: number }>(
      app.db,
      sql`select sum(entries)::int as sealed from ledger_seals`,
    )) as [{ sealed: number }];
    expect(sealed).toBeGreaterThan(0);
    await app.db.execute(sql`update ledger_accounts set balance_minor = balance_minor + 1 where owner_id = ${brand} and bucket =
      (select min(bucket) from ledger_accounts where owner_id = ${brand})`);
    app.clock.advance(25 * 3_600_000);
    await app.runJobs();
    const [latest] = (await call(author, ledgerProof.proofs, {})).rows;
    expect(latest).toMatchObject({ actorId: null });
    expect(latest!.broken.map(({ number }) => number)).toEqual(expect.arrayContaining([3, 5]));
    await app.db.execute(sql`update ledger_accounts set balance_minor = balance_minor - 1 where owner_id = ${brand} and bucket =
      (select min(bucket) from ledger_accounts where owner_id = ${brand})`);
  });
});
