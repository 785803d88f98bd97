import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { addDays, instantAt } from "#base/days.ts";
import { daysLeftOf, lastValidDay } from "#base/expiry.ts";
import { instant } from "#base/time.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { testApi } from "#api/testing/testApi.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { sweepCertificates } from "#features/halal/certificates/validity/api/expiryJob.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { noticeDays } from "#features/halal/certificates/contract/vocabulary.ts";
import { features } from "#features/api.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { call } from "#web/call.ts";

const app = await testApi(features);
const { body, brand, product, category, certificate, line, type, retailer } = market(app.db);
afterAll(() => app.close());

// Both sides of the date line, half hours, and clocks that change at midnight (Beirut, Cairo, São Paulo of 2018).
const zones = [
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Pacific/Chatham",
  "Asia/Riyadh",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Africa/Cairo",
  "America/Sao_Paulo",
  "America/St_Johns",
  "America/New_York",
  "Europe/London",
  "UTC",
];
// Around both changes of the clocks, a leap day, and the turn of a year.
const lastDays = [
  "2018-11-03",
  "2026-03-28",
  "2026-03-29",
  "2026-04-23",
  "2026-10-24",
  "2026-10-31",
  "2026-12-31",
  "2028-02-28",
  "2028-02-29",
];

test("the last valid day and the days left are the same in SQL and in TypeScript, in every zone", async () => {
  const cases = zones.flatMap((zone) =>
    lastDays.flatMap((day) => {
      const endsAt = instantAt({ day: addDays(day, 1), minute: 0, timeZone: zone });
      return [-90 * 24, -30 * 24, -25, -24, -23, -1, 0, 1, 24, 49].flatMap((hours) =>
        [-1, 0, 1].map((ms) => ({ zone, day, endsAt, at: instant(Date.parse(endsAt) + hours * 3_600_000 + ms) })),
      );
    }),
  );
  const found = await rowsOf<{ last: string; left: number; ends: string }>(
    app.db,
    sql`select last_valid_day(each."endsAt", each.zone)::text as last, days_left(each."endsAt", each.zone, each.at) as left,
               ((each.day::date + 1)::timestamp at time zone each.zone) = each."endsAt" as ends
          from rows from (jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
                          as (zone text, day text, "endsAt" timestamptz, at timestamptz)) with ordinality as each
         order by each.ordinality`,
  );
  expect(found.map(({ last, left, ends }) => ({ last, left, ends }))).toEqual(
    cases.map(({ zone, endsAt, at }) => ({
      last: lastValidDay(endsAt, zone),
      left: daysLeftOf(endsAt, zone, at),
      ends: true,
    })),
  );
  // A certificate that ends with the end of a day has that day as its last one, even if the clocks change in between.
  expect(found.map(({ last }) => last)).toEqual(cases.map(({ day }) => day));
  const none = await rowsOf(
    app.db,
    sql`select last_valid_day(null, 'UTC') as last, days_left(null, 'UTC', now()) as left`,
  );
  expect(none).toEqual([{ last: null, left: null }]);
  expect([lastValidDay(null, "UTC"), daysLeftOf(null, "UTC", app.clock.now)]).toEqual([null, null]);
});

test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Riyadh"])(
  "one certificate has one last day and one number of days left, wherever it is shown, in %s",
  async (timezone) => {
    const lastDay = "2026-12-20";
    const brandId = await brand();
    const productId = await product({ brand_id: brandId, category_id: await category() });
    const id = await certificate({ body_id: await body(), expires_on: lastDay, timezone });
    await line(id, productId);
    const retailerId = await retailer({ retailer_type_id: await type() });
    const { transport } = await app.signIn("Anybody", [
      "certificates.read",
      "products.read",
      "assignments.read",
      "assignments.create",
      "retailers.read",
      "certificates.export",
    ]);
    const page = { sort: "code", limit: 100, count: "none" } as const;
    const ends = Date.parse((await call(transport, certificates.get, { id })).endsAt!);
    const before = app.clock.now;
    for (const daysLeft of [30, 1, 0, -1, -12]) {
      // One millisecond before the end of each day, and one after its start.
      for (const ms of [-1, 1 - 24 * 3_600_000]) {
        app.clock.now = instant(ends - daysLeft * 24 * 3_600_000 + ms);
        const whole = await call(transport, certificates.get, { id });
        const isOver = daysLeft < 0;
        expect(whole).toMatchObject({ lastDay, daysLeft, effectiveState: isOver ? "expired" : "expiring" });
        const { rows } = await call(transport, certificates.list, {
          ...page,
          state: [isOver ? "expired" : "expiring"],
          expiresFrom: lastDay,
          expiresTo: lastDay,
        });
        expect(rows.find((row) => row.id === id)).toMatchObject({ lastDay, daysLeft });
        // The home card and its filter agree: 30 days left counts as within 30 days.
        for (const span of ["7", "30"] as const) {
          const within = await call(transport, certificates.list, { ...page, expiringWithin: [span] });
          expect(within.rows.some((row) => row.id === id)).toBe(!isOver && daysLeft <= Number(span));
        }
        const { days } = await call(transport, certificates.readCalendar, { from: "2026-12-01", to: "2026-12-31" });
        expect(days.filter(({ entries }) => entries.some((entry) => entry.id === id)).map(({ day }) => day)).toEqual([
          lastDay,
        ]);
        const listed = await call(transport, products.get, { id: productId });
        if (!isOver) expect(listed.halal).toMatchObject({ certificateId: id, lastDay });
        const { certificates: evidence } = await call(transport, products.halal, { id: productId });
        expect(lastValidDay(evidence[0]!.endsAt, evidence[0]!.timezone)).toBe(lastDay);
        const { rows: candidates } = await call(transport, assignments.candidates, {
          retailerId,
          ...page,
          sort: "name",
        });
        const candidate = candidates.find((row) => row.product.id === productId)!;
        if (isOver) expect(candidate.findings.map((finding) => finding.certificate?.lastDay)).toContain(lastDay);
        else expect(candidate.halal).toMatchObject({ lastDay, daysLeft });
      }
    }
    app.clock.now = before;
  },
);

test("a reminder goes out on the day with that many days left, in the certificate's own zone", async () => {
  const before = app.clock.now;
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const id = await certificate({ body_id: await body(), expires_on: "2027-06-30", timezone });
    const marks = () =>
      rowsOf<{ days_before: number }>(
        app.db,
        sql`select days_before from certificate_notices where certificate_id = ${id}::uuid and days_before >= 0`,
      );
    const most = noticeDays[0];
    const turn = instantAt({ day: addDays("2027-06-30", -most), minute: 0, timeZone: timezone });
    app.clock.now = instant(Date.parse(turn) - 1);
    await sweepCertificates(app.api.systemContext());
    expect(await marks()).toEqual([]);
    app.clock.now = turn;
    await sweepCertificates(app.api.systemContext());
    expect(await marks()).toEqual([{ days_before: most }]);
  }
  app.clock.now = before;
});
