import { expect, test } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { testApi } from "#api/testing/testApi.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerStatuses } from "#features/retail/retailers/record/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { call } from "#web/call.ts";

test("a new database gets the sample retailers once, each with the life it came by, the same every time", async () => {
  const features = [retailerTypesFeature, retailersFeature];
  const seeded = async () => {
    const app = await testApi([...features, approvalsFeature([])]);
    await seedOnce(app.api.systemContext(), features);
    const { transport } = await app.signIn("Aisyah", ["retailers.read"]);
    const list = await call(transport, retailers.list, {
      sort: "code",
      limit: 50,
      count: "exact",
      status: [...retailerStatuses],
    });
    const [souk] = list.rows;
    const { rows: places } = await call(transport, retailerLocations.list, { id: souk!.id });
    const { events } = await call(transport, retailers.activity, { id: souk!.id, limit: 100 });
    await app.close();
    return { list, places, actions: events.map(({ action }) => action) };
  };
  const first = await seeded();
  expect(first.list.total).toEqual({ count: 14, isCapped: false });
  const statuses = first.list.rows.map(({ status }) => status);
  for (const status of ["active", "submitted", "changes_requested", "suspended", "closed"] as const)
    expect(statuses).toContain(status);
  expect(first.list.rows.map(({ kycStatus }) => kycStatus)).toContain("rejected");
  expect(first.list.rows[1]).toMatchObject({ tradingName: "Demo Souk Birmingham", parent: { code: "RET-000001" } });
  // Nine in the morning of a Friday in London.
  expect(first.places[0]).toMatchObject({
    city: "London",
    isPrimary: true,
    openness: { isOpen: true, changesAt: "2026-11-20T12:30:00.000Z" },
  });
  expect(first.actions.slice(0, 2)).toEqual(["approve", "submit"]);
  expect(await seeded()).toEqual(first);
});
