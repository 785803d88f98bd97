import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { at, certificateFactory, refusalOf } from "#api/testing/certificateFactory.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { certificatesTable } from "#features/halal/certificates/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { call } from "#web/call.ts";

const { app, reviewer, get, verified, productIds } = await certificateFactory();
afterAll(() => app.close());

const openEnded = () =>
  verified({ validityBasis: "open_ended", expiresOn: null, reviewDueOn: "2026-12-15", lastReviewedOn: "2026-03-07" });
const check = (of: Certificate, fields: object = {}) =>
  call(reviewer.transport, certificates.recordCheck, {
    ...at(of),
    method: "document",
    evidenceLevel: "document_only",
    ...fields,
  });
const errorsOf = async (work: Promise<unknown>) => (await refusalOf(work)).errors.map(({ path, code }) => [path, code]);

describe("an open-ended certificate", () => {
  test("is overdue from midnight after its review day in its time zone, until a check names the next review day", async () => {
    const standing = await openEnded();
    const stateOf = async () => {
      const [row] = await rowsOf<{ state: string }>(
        app.db,
        sql`select state from product_halal(${productIds.dates}::uuid, ${app.clock.now}::timestamptz)`,
      );
      return [row!.state, (await get(standing.id)).isReviewOverdue];
    };
    app.clock.now = "2026-12-15T19:59:59.999Z";
    expect(await stateOf()).toEqual(["certified", false]);
    app.clock.now = "2026-12-15T20:00:00.000Z";
    expect(await stateOf()).toEqual(["expiring", true]);
    const reported = await call(app.anonymous, certificates.readPublic, { code: standing.code });
    expect(reported).toMatchObject({ isReviewOverdue: true, isBodySuspended: false });
    // Checked, but still without a next review day. The check is on 16 December in Dubai, and on the 15th in UTC.
    const looked = await check(standing);
    expect(looked).toMatchObject({ isReviewOverdue: true, lastReviewedOn: "2026-12-16" });
    expect(await errorsOf(check(looked, { reviewDueOn: "2026-12-16" }))).toEqual([["reviewDueOn", "review_in_past"]]);
    const reviewed = await check(looked, { reviewDueOn: "2026-12-17" });
    expect(reviewed).toMatchObject({ isReviewOverdue: false, reviewDueOn: "2026-12-17" });
    expect(await stateOf()).toEqual(["certified", false]);
    const events = await rowsOf<{ type: string }>(
      app.db,
      sql`select type from outbox_events where resource_id = ${standing.id} order by occurred_at desc, id desc limit 1`,
    );
    expect(events).toEqual([{ type: "certificate.reviewed" }]);
    app.clock.now = "2026-11-20T09:00:00.000Z";
  });

  test("is reviewed by a user other than its submitter; one with an end has no reviews", async () => {
    const own = await openEnded();
    await app.db
      .update(certificatesTable)
      .set({ submittedBy: reviewer.actor.userId, verifiedBy: own.id })
      .where(eq(certificatesTable.id, own.id));
    expect(await errorsOf(check(own, { reviewDueOn: "2027-12-15" }))).toEqual([
      ["reviewDueOn", "review_second_person"],
    ]);
    expect(await errorsOf(check(await verified(), { reviewDueOn: "2027-12-15" }))).toEqual([
      ["reviewDueOn", "review_of_dated"],
    ]);
  });
});

test("a certificate shows that its body is suspended", async () => {
  const standing = await verified();
  const said = async () => [
    (await get(standing.id)).isBodySuspended,
    (await call(app.anonymous, certificates.readPublic, { code: standing.code })).isBodySuspended,
  ];
  expect(await said()).toEqual([false, false]);
  await app.db.execute(sql`
    update certifying_bodies set status = 'suspended', status_reason = 'So' where id = ${standing.bodyId}::uuid`);
  expect(await said()).toEqual([true, true]);
});
