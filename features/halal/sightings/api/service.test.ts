import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { addDays, type Day } from "#base/days.ts";
import { computedStart, hijriYears, isInMonth, monthStart, type Sighting } from "#base/hijriMonths.ts";
import { codeOf, refusalOf } from "#api/testing/certificateFactory.ts";
import { market as marketOf } from "#api/testing/catalogueFactory.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { testApi } from "#api/testing/testApi.ts";
import { offersFeature } from "#features/retail/offers/api/routes.ts";
import { offers } from "#features/retail/offers/contract.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { sightingsFeature } from "#features/halal/sightings/api/routes.ts";
import { sightings } from "#features/halal/sightings/contract.ts";
import { call } from "#web/call.ts";

const app = await testApi([sightingsFeature, retailersFeature, offersFeature]);
const made = marketOf(app.db);
afterAll(() => app.close());
const reviewer = await app.signIn("Reviewer", ["sightings.read", "sightings.confirm", "retailers.read"]);
const { transport } = reviewer;
const reader = await app.signIn("Reader", ["sightings.read"]);
const consumer = await app.signIn("App", ["offers.read"]);
Object.assign(consumer.actor, { kind: "apiKey" });

const typeId = await made.type();

/** A location that opens in the morning, and in Ramadan in the evening. */
async function shopIn(country: string, timezone: string) {
  const retailerId = await made.retailer({ retailer_type_id: typeId, country, timezone });
  const place = { latitude: 24.7, longitude: 46.7, is_primary: true };
  const locationId = await made.location({ retailer_id: retailerId, country, timezone, ...place });
  for (const [season, opens, closes] of [
    ["regular", "09:00", "12:00"],
    ["ramadan", "20:00", "22:00"],
  ])
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      await app.db.execute(sql`
        insert into retailer_hours (location_id, season, weekday, opens, closes, closes_next_day)
        values (${locationId}::uuid, ${season}, ${weekday}::int, ${opens}, ${closes}, false)`);
  return { retailerId, locationId, country };
}
type Shop = Awaited<ReturnType<typeof shopIn>>;

const ramadan1448 = { hijriYear: 1448, month: 9 };
const computed = "2027-02-08";

async function preview(country: string, gregorianStart: Day | null, month = ramadan1448) {
  return call(transport, sightings.preview, { market: country, ...month, gregorianStart });
}
async function confirm(
  country: string,
  gregorianStart: Day,
  more: { month?: typeof ramadan1448; reason?: string } = {},
) {
  const { month = ramadan1448, ...reason } = more;
  const { fingerprint } = await preview(country, gregorianStart, month);
  const wanted = { market: country, ...month, gregorianStart, source: "Supreme Court", ...reason };
  return call(transport, sightings.confirm, { ...wanted, fingerprint });
}
async function reset(country: string, month = ramadan1448) {
  const { fingerprint } = await preview(country, null, month);
  return call(transport, sightings.reset, { market: country, ...month, reason: "Wrong market", fingerprint });
}

/** Whether the location is open. Its page, the search near a point and its season must agree. */
async function reported({ retailerId, locationId, country }: Shop, at: string) {
  const before = app.clock.now;
  app.clock.now = at;
  const page = await call(transport, retailerLocations.list, { id: retailerId });
  const near = await call(consumer.transport, offers.retailers, { near: "24.7,46.7,50", limit: 50 });
  const found = near.rows.find(({ location }) => location.id === locationId)!;
  const [row] = await rowsOf<{ is: boolean }>(
    app.db,
    sql`select is_in_hijri_month(${country}, 9, (${at}::timestamptz at time zone 'Asia/Riyadh')::date) as is`,
  );
  app.clock.now = before;
  const answers = [page.rows[0]!.openness!.isOpen, found.location.openness!.isOpen];
  expect(new Set(answers).size).toBe(1);
  expect(found.hours!.season).toBe(row!.is ? "ramadan" : "regular");
  return answers[0]!;
}

describe("the calendar", () => {
  test("has the same computed months in SQL and in TypeScript", async () => {
    const rows = await rowsOf<{ hijri_year: number; month: number; start: string }>(
      app.db,
      sql`select hijri_year, month, computed_start::text as start from hijri_months order by 1, 2`,
    );
    expect(rows).toHaveLength((hijriYears.last - hijriYears.first + 2) * 12);
    expect(rows.map(({ start }) => start)).toEqual(
      rows.map(({ hijri_year: hijriYear, month }) => computedStart({ hijriYear, month })),
    );
  });

  test("gives the same month for every day in SQL and in TypeScript, whatever a market has confirmed", async () => {
    const known: Record<string, Sighting[]> = {
      AA: [],
      BB: [
        { hijriYear: 1448, month: 9, gregorianStart: "2027-02-10" },
        { hijriYear: 1448, month: 10, gregorianStart: "2027-03-08" },
        { hijriYear: 1451, month: 9, gregorianStart: "2030-01-03" },
      ],
      CC: [
        { hijriYear: 1448, month: 9, gregorianStart: "2027-02-06" },
        { hijriYear: 1448, month: 12, gregorianStart: "2027-05-08" },
        { hijriYear: 1449, month: 1, gregorianStart: "2027-06-04" },
        { hijriYear: 1452, month: 9, gregorianStart: "2030-12-28" },
      ],
    };
    for (const [country, list] of Object.entries(known))
      for (const { hijriYear, month, gregorianStart } of list)
        await app.db.execute(sql`
          insert into moon_sightings (market, hijri_year, month, computed_start, gregorian_start, source, confirmed_at)
          values (${country}, ${hijriYear}::int, ${month}::int, ${computedStart({ hijriYear, month })}::date,
                  ${gregorianStart}::date, 'Test', now())`);
    const days = [
      ...Array.from({ length: 400 }, (_, distance) => addDays("2027-01-20", distance)),
      ...Array.from({ length: 430 }, (_, distance) => addDays("2029-12-20", distance)),
    ];
    for (const [country, list] of Object.entries(known)) {
      const rows = await rowsOf<{ day: string; months: number[] }>(
        app.db,
        sql`select day, (select array_agg(number order by number) from generate_series(1, 12) as number
                          where is_in_hijri_month(${country}, number, day::date)) as months
              from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb) as day`,
      );
      const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
      expect(rows.map(({ months }) => months ?? [])).toEqual(
        rows.map(({ day }) => all.filter((month) => isInMonth(day, month, list))),
      );
      const starts = await rowsOf<{ start: string }>(
        app.db,
        sql`select hijri_month_start(${country}, 1448, number)::text as start from generate_series(1, 12) as number`,
      );
      expect(starts.map(({ start }) => start)).toEqual(
        all.map((month) => monthStart({ hijriYear: 1448, month }, list)),
      );
    }
    await app.db.execute(sql`delete from moon_sightings`);
  });

  test("moves a month by at most two days, also in the database", async () => {
    expect(await codeOf(preview("SA", "2027-02-05"))).toBe("invalid_input");
    expect(await codeOf(preview("SA", "2027-02-11"))).toBe("invalid_input");
    const refused = await refusalOf(preview("SA", "2027-02-11"));
    expect(refused.errors).toMatchObject([
      { path: "gregorianStart", code: "sighting_too_far", params: { first: "2027-02-06", last: "2027-02-10" } },
    ]);
    const insert = (start: string, assumed: string) =>
      app.db.execute(sql`
        insert into moon_sightings (market, hijri_year, month, computed_start, gregorian_start, source, confirmed_at)
        values ('SA', 1448, 9, ${assumed}::date, ${start}::date, 'x', now())`);
    await expect(insert("2027-02-11", computed)).rejects.toMatchObject({
      cause: { constraint: "moon_sightings__shift" },
    });
    await expect(insert("2027-02-11", "2027-02-09")).rejects.toMatchObject({
      cause: { constraint: "moon_sightings__hijri_months" },
    });
  });
});

describe("a confirmed sighting", () => {
  test("moves the hours of its market everywhere they appear, and of no other market", async () => {
    const [here, there] = [await shopIn("SA", "Asia/Riyadh"), await shopIn("KW", "Asia/Riyadh")];
    // Ten in the morning in Riyadh.
    const onFirst = "2027-02-08T07:00:00.000Z";
    expect([await reported(here, onFirst), await reported(there, onFirst)]).toEqual([false, false]);
    const shown = await preview("SA", "2027-02-09");
    expect(shown).toMatchObject({
      startBefore: computed,
      start: "2027-02-09",
      length: 28,
      movedDays: [{ day: computed, isRamadan: false }],
      locationsCount: 1,
      retailersCount: 1,
    });
    // A preview changes nothing.
    expect(await reported(here, onFirst)).toBe(false);
    const month = await confirm("SA", "2027-02-09");
    expect(month).toMatchObject({
      start: "2027-02-09",
      computedStart: computed,
      confirmed: { by: "Reviewer", source: "Supreme Court" },
    });
    expect([await reported(here, onFirst), await reported(there, onFirst)]).toEqual([true, false]);
    expect(await reported(here, "2027-02-09T07:00:00.000Z")).toBe(false);
    const { ramadan } = await call(transport, retailerHours.read, { id: here.retailerId });
    expect(ramadan[here.locationId]).toEqual({
      firstDay: "2027-02-09",
      lastDay: "2027-03-08",
      isStartConfirmed: true,
      isEndConfirmed: false,
    });
    const elsewhere = await call(transport, retailerHours.read, { id: there.retailerId });
    expect(elsewhere.ramadan[there.locationId]).toMatchObject({ firstDay: computed, isStartConfirmed: false });
    await reset("SA");
    expect(await reported(here, onFirst)).toBe(false);
  });

  test("is listed as confirmed, with its user, time and source; all other months as computed", async () => {
    await confirm("MY", "2027-02-09");
    const { months, market } = await call(reader.transport, sightings.list, { market: "MY" });
    expect(market).toBe("MY");
    const confirmed = months.filter((month) => month.confirmed !== null);
    expect(confirmed.map(({ hijriYear, month }) => [hijriYear, month])).toEqual([[1448, 9]]);
    expect(confirmed[0]!.confirmed).toEqual({ at: app.clock.now, by: "Reviewer", source: "Supreme Court" });
    expect(months.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const unknown = await call(reader.transport, sightings.list, { market: "NZ" });
    expect(unknown.months.every(({ confirmed: is, start, computedStart: by }) => is === null && start === by)).toBe(
      true,
    );
  });

  test("changes only with a reason, and the audit log has both confirmations with the values before", async () => {
    await confirm("AE", "2027-02-09");
    const refused = await refusalOf(confirm("AE", computed));
    expect(refused.errors).toMatchObject([{ path: "reason", code: "reason_missing" }]);
    await confirm("AE", computed, { reason: "The committee corrected it" });
    await reset("AE");
    const rows = await rowsOf<{ action: string; reason: string | null; changes: unknown; actor_name: string }>(
      app.db,
      sql`select action, reason, changes, actor_name from audit_log
           where resource = 'sightings' and resource_id = 'AE 1448-09' order by id`,
    );
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      ["confirm", null],
      ["confirm", "The committee corrected it"],
      ["reset", "Wrong market"],
    ]);
    expect(rows[1]!.changes).toMatchObject({ gregorianStart: { before: "2027-02-09", after: computed } });
  });

  test("is saved only as previewed", async () => {
    const stale = await preview("QA", "2027-02-09");
    await confirm("QA", "2027-02-07");
    const wanted = { market: "QA", ...ramadan1448, gregorianStart: "2027-02-09", source: "x", reason: "y" };
    expect(await codeOf(call(transport, sightings.confirm, { ...wanted, fingerprint: stale.fingerprint }))).toBe(
      "preview_stale",
    );
    expect(await codeOf(call(transport, sightings.confirm, { ...wanted, fingerprint: "0" }))).toBe("preview_stale");
  });

  test("must leave 29 or 30 days between itself and a neighbouring one", async () => {
    const shawwal = { hijriYear: 1448, month: 10 };
    await confirm("OM", "2027-02-09");
    const refused = await refusalOf(preview("OM", "2027-03-09", shawwal));
    expect(refused.errors).toMatchObject([{ path: "gregorianStart", code: "month_length", params: { length: 28 } }]);
    expect(await preview("OM", "2027-03-10", shawwal)).toMatchObject({ previousLength: 29 });
  });

  test("needs the permission to confirm", async () => {
    const { fingerprint } = await preview("BH", computed);
    const wanted = { market: "BH", ...ramadan1448, gregorianStart: computed, source: "x", fingerprint };
    expect(await codeOf(call(reader.transport, sightings.confirm, wanted))).toBe("permission_denied");
    expect(await codeOf(call(reader.transport, sightings.preview, { ...wanted, source: undefined } as never))).toBe(
      "permission_denied",
    );
  });

  test("that several users confirm at once is confirmed by one of them", async () => {
    const { fingerprint } = await preview("JO", "2027-02-09");
    const wanted = { market: "JO", ...ramadan1448, gregorianStart: "2027-02-09", source: "x", fingerprint };
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => codeOf(call(transport, sightings.confirm, wanted))));
    expect(outcomes.toSorted()).toEqual(["done", "preview_stale", "preview_stale", "preview_stale"]);
  });
});
