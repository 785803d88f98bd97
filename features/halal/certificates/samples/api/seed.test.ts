import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { dayIn } from "#base/days.ts";
import { seedOnce } from "#api/seed.ts";
import { testApi } from "#api/testing/testApi.ts";
import { daylineAt } from "#features/halal/certificates/samples/api/samples.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { effectiveStates } from "#features/halal/certificates/contract/vocabulary.ts";
import { features } from "#features/api.ts";
import { call } from "#web/call.ts";

const app = await testApi(features);
afterAll(() => app.close());

test("at any hour of seeding, the last day is over in one zone and today in the other", () => {
  const pairs = new Set<string>();
  for (let hour = 0; hour < 24; hour++) {
    const now = `2026-11-20T${String(hour).padStart(2, "0")}:30:00.000Z`;
    const { over, today, day } = daylineAt(now);
    expect([dayIn(now, over) > day, dayIn(now, today) === day], now).toEqual([true, true]);
    pairs.add(`${over} ${today}`);
  }
  expect([...pairs]).toContain("Asia/Kuala_Lumpur Europe/London");
});

test("a new installation has a certificate of every kind that the domain names", async () => {
  await seedOnce(app.api.systemContext(), features);
  const { transport } = await app.signIn("Newcomer", ["certificates.read", "products.read"]);
  const { rows } = await call(transport, certificates.list, {
    sort: "code",
    limit: 50,
    count: "none",
    state: [...effectiveStates],
  });
  const found = new Map<string, number>();
  for (const { effectiveState } of rows) found.set(effectiveState, (found.get(effectiveState) ?? 0) + 1);
  for (const state of [
    "valid",
    "expiring",
    "expired",
    "suspended",
    "withdrawn",
    "superseded",
    "submitted",
    "changes_requested",
    "draft",
  ])
    expect(found.get(state), state).toBeGreaterThan(0);
  expect(rows.some(({ validityBasis }) => validityBasis === "open_ended")).toBe(true);
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["product", "premise", "abattoir"]));
  const wholes = await Promise.all(rows.map(({ id }) => call(transport, certificates.get, { id })));
  // A product certificate without a product could never be verified.
  expect(wholes.filter(({ kind, lineCounts }) => kind === "product" && lineCounts.listed === 0)).toEqual([]);
  expect(wholes.some(({ hasOtherName }) => hasOtherName)).toBe(true);
  expect(wholes.some(({ isReviewOverdue }) => isReviewOverdue)).toBe(true);
  expect(wholes.some(({ lineCounts }) => lineCounts.removed > 0)).toBe(true);
  expect(wholes.some(({ documents }) => documents.some(({ alsoOn }) => alsoOn.length > 0))).toBe(true);
  // The name of an external holder is the one in its document.
  expect(wholes.filter(({ holderType }) => holderType === "external").map((each) => each.holderAddress)).toEqual([
    expect.stringContaining("Paarl"),
  ]);
  // Over in Kuala Lumpur or further east, and still today in London or further west.
  const [over, today] = ["DEMO-MUIS-24-51", "DEMO-HFA-24-440"].map(
    (number) => wholes.find(({ certificateNo }) => certificateNo === number)!,
  );
  expect([over!.effectiveState, today!.effectiveState, today!.daysLeft]).toEqual(["expired", "expiring", 0]);
  expect(over!.expiresOn).toBe(today!.expiresOn);
  const back = wholes.find(({ certificateNo }) => certificateNo === "DEMO-HFA-25-905")!;
  const { events } = await call(transport, certificates.activity, { id: back.id, limit: 25 });
  expect([back.state, ...events.map(({ action }) => action)]).toEqual(["verified", "reinstate", "suspend", "create"]);
  expect(wholes.filter(({ evidenceLevel }) => evidenceLevel === "self_declared").map(({ state }) => state)).toEqual([
    "submitted",
    "verified",
  ]);
  expect(new Set(wholes.flatMap(({ documents }) => documents.map(({ file }) => file.kind)))).toEqual(
    new Set(["document", "image"]),
  );
  expect(wholes.find(({ revision, state }) => revision === 2 && state === "verified")?.supersedes).not.toBeNull();
  // Every matched line is a product of the holder, so that promotion has valid evidence.
  const covered = await app.db.execute(sql`
    select count(distinct line.product_id)::int as count
      from certificate_products as line
      join certificates on certificates.id = line.certificate_id
     where certificates.state = 'verified' and line.status = 'listed' and line.product_id is not null`);
  expect((covered as { rows: { count: number }[] }).rows[0]!.count).toBeGreaterThan(20);
});
