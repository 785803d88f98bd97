import { expect, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { testApi } from "#api/testing/testApi.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { call, download } from "#web/call.ts";

test("a market has the certificates of what is sold there, and those that its shops or their chains hold", async () => {
  const app = await testApi([certificatesFeature]);
  const { insert, body, brand, product, type, retailer, certificate, line } = market(app.db);
  const of = { retailer_type_id: await type() };
  const chain = await retailer({ ...of, country: null, status: "draft" });
  const shop = await retailer({ ...of, country: "MY", parent_id: chain });
  const elsewhere = await retailer(of);
  const issued = { body_id: await body() };
  const [sold, ended, removed] = [await certificate(issued), await certificate(issued), await certificate(issued)];
  const held = await certificate({ ...issued, kind: "premise", holder_type: "retailer", holder_retailer_id: chain });
  const brandId = await brand();
  const now = app.clock.now;
  const sell = async (certificateId: string, retailerId: string, { ofLine = {}, ofAssignment = {} } = {}) => {
    const sent = await product({ brand_id: brandId, status: "draft" });
    await line(certificateId, sent, ofLine);
    const dated = { starts_at: now, created_at: now, updated_at: now };
    const own = { product_id: sent, retailer_id: retailerId, status: "active", stock_status: "unknown" };
    await insert("assignments", { ...own, ...dated, cashback_mode: "inherit", version: 1, ...ofAssignment });
  };
  await sell(sold, shop);
  await sell(ended, elsewhere, { ofAssignment: { status: "ended", ends_at: now, ended_at: now } });
  await sell(removed, elsewhere, { ofLine: { status: "removed", removed_at: now, removed_reason: "Left out" } });
  const { transport } = await app.signIn("Reader", ["certificates.read", "certificates.export"]);
  const find = async (...codes: string[]) => {
    const { rows } = await call(transport, certificates.list, {
      sort: "code",
      limit: 25,
      count: "none",
      market: codes,
    });
    return rows.map(({ id }) => id);
  };
  expect(await find("MY")).toEqual([sold, held]);
  expect(await find("GB")).toEqual([]);
  await sell(ended, elsewhere);
  expect(await find("GB", "MY")).toEqual([sold, ended, held]);
  // What the screen shows by itself is what it asks a file for.
  const columns = ["code" as const, "state" as const, "daysLeft" as const, "reviewer" as const];
  const input = { sort: "code" as const, limit: 25 as const, count: "none" as const, ids: [sold], columns };
  const file = await download(transport, certificates.exportCsv, input);
  const { code } = await call(transport, certificates.get, { id: sold });
  expect((await file.text()).split("\r\n").slice(0, 2)).toEqual([columns.join(","), `${code},expiring,41,`]);
  await app.close();
});
