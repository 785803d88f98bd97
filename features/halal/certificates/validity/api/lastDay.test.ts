import { afterAll, expect, test } from "vitest";
import { certificateFactory } from "#api/testing/certificateFactory.ts";
import { readProductHalal } from "#features/catalogue/products/api/service/halal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { call } from "#web/call.ts";

const { app, reviewer, productIds, verified } = await certificateFactory();
afterAll(() => app.close());

test.each([
  ["Pacific/Auckland", "2041-03-31"],
  ["Pacific/Honolulu", "2042-03-31"],
  ["UTC", "2043-03-31"],
  ["America/Los_Angeles", "2044-03-31"],
  // The days on which the clocks of the two are changed.
  ["America/Los_Angeles", "2045-03-12"],
  ["Pacific/Auckland", "2046-04-01"],
])("shows one last day on every screen in %s", async (timezone, expiresOn) => {
  const { id, code, lastDay } = await verified({ expiresOn, timezone });
  const { rows } = await call(reviewer.transport, certificates.list, {
    ids: [id],
    sort: "code",
    limit: 25,
    count: "none",
  });
  const revisions = await call(reviewer.transport, certificates.listRevisions, { id });
  const published = await call(app.anonymous, certificates.readPublic, { code });
  const { lastDay: ofProduct } = await readProductHalal(app.api.systemContext(), { id: productIds.dates });
  const days = [lastDay, rows[0]!.lastDay, revisions.rows[0]!.lastDay, published.lastDay, ofProduct];
  expect(days).toEqual(Array(5).fill(expiresOn));
});
