import { afterAll, beforeAll, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { addDays } from "#base/days.ts";
import type { Refusal } from "#base/refusal.ts";
import { dayMs } from "#base/time.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { testApi } from "#api/testing/testApi.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { call } from "#web/call.ts";

const app = await testApi([productsFeature, assignmentsFeature]);
afterAll(app.close);
const made = market(app.db);
const { transport } = await app.signIn("Aisyah", ["assignments.read", "assignments.update", "products.read"]);

type Change = Input<typeof assignments.preview>["change"];
const preview = (change: Change) => call(transport, assignments.preview, { change, lines: 200 });
const apply = async (change: Change) => {
  const { fingerprint } = await preview(change);
  return call(transport, assignments.apply, { change, fingerprint });
};
const listOf = async (retailerId: string, more: Partial<Input<typeof assignments.list>> = {}) =>
  (await call(transport, assignments.list, { retailerId, sort: "product", limit: 100, count: "none", ...more })).rows;
const problemsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: Refusal) => error.errors.map(({ path, code }) => [path, code]),
  );
const assignTo = (retailerId: string, ids: readonly string[]): Change => ({
  kind: "assign",
  target: { retailerIds: [retailerId], products: { ids: [...ids] } },
  blocked: "leave_out",
});

const its = { dates: "", ghee: "", type: "" };
beforeAll(async () => {
  const [brand, category, body] = [await made.brand(), await made.category(), await made.body()];
  its.type = await made.type();
  const product = (name: string) => made.product({ brand_id: brand, category_id: category, name });
  [its.dates, its.ghee] = [await product("Dates"), await product("Ghee")];
  const certificate = await made.certificate({ body_id: body });
  for (const id of [its.dates, its.ghee]) await made.line(certificate, id);
});
const newRetailer = () => made.retailer({ retailer_type_id: its.type });

test("assigns products to one location of a retailer, between days of its time zone, beside what it sells everywhere", async () => {
  const retailer = await made.retailer({ retailer_type_id: its.type, timezone: "Asia/Dubai" });
  const outsider = await made.location({ retailer_id: await newRetailer() });
  const [place, closed] = [
    await made.location({ retailer_id: retailer, name: "Deira" }),
    await made.location({ retailer_id: retailer, status: "closed" }),
  ];
  const at = (locationId: string, more: object = {}): Change => ({
    kind: "assign",
    target: { retailerIds: [retailer], locationId, products: { ids: [its.dates] } },
    blocked: "leave_out",
    ...more,
  });
  for (const wrong of [outsider, closed]) {
    expect(await problemsOf(preview(at(wrong)))).toEqual([["change.target.locationId", "not_a_place_of_retailer"]]);
  }
  const today = app.clock.now.slice(0, 10);
  const [before, past] = [addDays(today, -2), addDays(today, -1)];
  expect(await problemsOf(preview(at(place, { startsOn: today, endsOn: past })))).toEqual([
    ["change.endsOn", "ends_before_start"],
  ]);
  expect(await problemsOf(preview(at(place, { startsOn: before, endsOn: past })))).toEqual([
    ["change.endsOn", "day_over"],
  ]);
  const days = { startsOn: "2027-02-08", endsOn: "2027-03-08" };
  expect((await preview(at(place, days))).lines[0]).toMatchObject({ outcome: "create", location: { name: "Deira" } });
  expect(await apply(at(place, days))).toEqual({ changed: 1, leftOut: 0 });
  expect(await apply(assignTo(retailer, [its.dates]))).toEqual({ changed: 1, leftOut: 0 });
  const rows = await listOf(retailer);
  expect(rows.map(({ location, startsAt, endsAt }) => [location?.name ?? null, startsAt, endsAt]).toSorted()).toEqual(
    [
      [null, app.clock.now, null],
      ["Deira", "2027-02-07T20:00:00.000Z", "2027-03-08T20:00:00.000Z"],
    ].toSorted(),
  );
  const { rows: cells } = await call(transport, assignments.matrix, {
    retailerId: retailer,
    isAssigned: true,
    offset: 0,
    limit: 1,
  });
  expect(cells[0]!.cells).toEqual([expect.objectContaining({ status: "active", isScheduled: false, placesCount: 1 })]);
  const requested = { retailerId: retailer, sort: "name", limit: 100, count: "none" } as const;
  const candidateAt = async (locationId?: string) =>
    (await call(transport, assignments.candidates, { ...requested, ...(locationId ? { locationId } : {}) })).rows.find(
      ({ product }) => product.id === its.dates,
    );
  expect(await candidateAt(place)).toMatchObject({
    assignment: { startsAt: "2027-02-07T20:00:00.000Z" },
    elsewhere: { isAtAll: true, placesCount: 0 },
  });
  expect(await candidateAt()).toMatchObject({ elsewhere: { isAtAll: false, placesCount: 1 } });
  // By pairs, as the matrix sends them, each with its own location.
  const pair = { productId: its.ghee, retailerId: retailer, locationId: place };
  expect(await apply({ kind: "assign", target: { pairs: [pair] }, blocked: "leave_out" })).toMatchObject({
    changed: 1,
  });
  const other = await newRetailer();
  const counter = await made.location({ retailer_id: other });
  const copy: Change = {
    kind: "copy",
    fromRetailerId: retailer,
    retailerIds: [other],
    locationId: counter,
    withTerms: true,
    ...days,
  };
  expect(await apply(copy)).toEqual({ changed: 1, leftOut: 0 });
  expect((await listOf(other))[0]).toMatchObject({ location: { id: counter }, startsAt: "2027-02-08T00:00:00.000Z" });
});

test("does not overlap a period in which the product was already assigned", async () => {
  const retailer = await newRetailer();
  await apply(assignTo(retailer, [its.dates]));
  const [row] = await listOf(retailer);
  app.clock.advance(dayMs);
  await apply({ kind: "end", selection: { ids: [row!.id] } });
  app.clock.advance(dayMs);
  const from = (startsOn: string): Change => ({ ...assignTo(retailer, [its.dates]), startsOn }) as Change;
  const ended = (await listOf(retailer, { status: ["ended"] }))[0]!.endsAt!.slice(0, 10);
  expect((await preview(from(ended))).counts).toEqual({ overlaps: 1 });
  expect((await preview(from(addDays(ended, 1)))).counts).toEqual({ create: 1 });
});

test("a product’s availability gives the first day in the time zone of its retailer, wherever the reader is", async () => {
  const firstDayOf = async (timezone: string) => {
    const retailer = await made.retailer({ retailer_type_id: its.type, timezone });
    await apply({ ...assignTo(retailer, [its.ghee]), startsOn: "2027-02-08" } as Change);
    const { rows } = await call(transport, products.availability, { id: its.ghee });
    const { startsOn, startsAt } = rows.find((row) => row.retailer.id === retailer)!;
    return [startsOn, startsAt];
  };
  expect(await firstDayOf("Pacific/Auckland")).toEqual(["2027-02-08", "2027-02-07T11:00:00.000Z"]);
  expect(await firstDayOf("America/Los_Angeles")).toEqual(["2027-02-08", "2027-02-08T08:00:00.000Z"]);
});
