import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Impact } from "#base/impact.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { at, codeOf } from "#api/testing/certificateFactory.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Change } from "#features/retail/assignments/contract/changes.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { files } from "#features/platform/files/contract.ts";
import { call } from "#web/call.ts";

const app = await testApi([
  certificatesFeature,
  assignmentsFeature,
  filesFeature(certificatesFeature.filePurposes ?? []),
]);
afterAll(() => app.close());
const made = market(app.db);
const { transport } = await app.signIn("Reviewer", [
  "assignments.read",
  "assignments.update",
  "certificates.read",
  "certificates.update",
  "certificates.verify",
  "certificates.suspend",
  "products.read",
]);

const get = (id: string) => call(transport, certificates.get, { id });

/** Products with a certificate, sold at one retailer. */
async function sold(count: number) {
  const certified = await made.certified(count);
  const shop = await made.retailer({ retailer_type_id: await made.type() });
  await reevaluate({
    kind: "assign",
    target: { retailerIds: [shop], products: { ids: certified.products } },
    blocked: "leave_out",
  });
  return { ...certified, shop };
}

async function reevaluate(change: Change) {
  const { fingerprint } = await call(transport, assignments.preview, { change, lines: 0 });
  await call(transport, assignments.apply, { change, fingerprint });
}

/** The status of what a retailer sells, by product. */
async function statusAt(retailerId: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await call(transport, assignments.list, {
    retailerId,
    sort: "createdAt",
    limit: 100,
    count: "none",
  });
  return Object.fromEntries(rows.map(({ product, status }) => [product.id, status]));
}

const reported = ({ consequences }: Impact) =>
  consequences.map(({ verb, count, reaches }) => [verb, count, reaches.map(({ id }) => id)]);

/** The next revision, which waits for a reviewer and lists these products. */
async function revision(older: string, body: string, products: readonly string[]): Promise<string> {
  const id = await made.certificate({
    body_id: body,
    supersedes_id: older,
    revision: 2,
    state: "submitted",
    evidence_level: "self_declared",
    verified_at: null,
    verified_by: null,
  });
  const standard = newId();
  await app.db.execute(sql`
    insert into halal_standards (id, code, edition, title, owner, status, created_at, updated_at)
    values (${standard}, ${standard}, '2015', 'Halal food', 'GSO', 'active', ${app.clock.now}::timestamptz, ${app.clock.now}::timestamptz)`);
  await app.db.execute(sql`insert into certificate_standards values (${id}, ${standard})`);
  for (const product of products) await made.line(id, product);
  return id;
}

async function verify(id: string, fingerprint: string) {
  const snapshotFileId = newId();
  await call(transport, files.upload, {
    id: snapshotFileId,
    purpose: "certificateDocument",
    name: "register.pdf",
    bytes: pdf({ trailer: `/Mark (${id})` }),
  });
  const checked = { method: "document", evidenceLevel: "document_only", snapshotFileId } as const;
  return call(transport, certificates.verify, { ...at(await get(id)), ...checked, fingerprint });
}

test("what a revision leaves out is previewed before verification, and pauses exactly as shown", async () => {
  const { certificate, body, products, shop } = await sold(2);
  const [kept, dropped] = products as [string, string];
  const newer = await revision(certificate, body, [kept]);
  const impact = await call(transport, certificates.previewVerification, at(await get(newer)));
  expect(reported(impact)).toEqual([["paused", 1, [shop]]]);
  expect(await statusAt(shop)).toEqual({ [kept]: "active", [dropped]: "active" });
  expect(await get(newer)).toMatchObject({ state: "submitted", version: 1, verifiedAt: null });

  // Meanwhile the product is assigned to another retailer, so the preview is stale.
  const other = await made.retailer({ retailer_type_id: await made.type() });
  await reevaluate({
    kind: "assign",
    target: { retailerIds: [other], products: { ids: [dropped] } },
    blocked: "leave_out",
  });
  expect(await codeOf(verify(newer, impact.fingerprint))).toBe("preview_stale");
  expect(await get(newer)).toMatchObject({ state: "submitted" });
  const anew = await call(transport, certificates.previewVerification, at(await get(newer)));
  expect(reported(anew)).toEqual([["paused", 2, [shop, other].toSorted()]]);
  expect(await verify(newer, anew.fingerprint)).toMatchObject({ state: "verified" });
  expect(await statusAt(shop)).toEqual({ [kept]: "active", [dropped]: "paused" });
  expect(await get(certificate)).toMatchObject({ state: "superseded" });
});

test("a reinstatement previews what it resumes, and the preview leaves no changes", async () => {
  const { certificate, products, shop } = await sold(1);
  const { version } = await get(certificate);
  const { fingerprint } = await call(transport, certificates.previewImpact, { id: certificate, step: "suspend" });
  const reason = "The register says so";
  const suspended = await call(transport, certificates.suspend, { id: certificate, version, reason, fingerprint });
  const impact = await call(transport, certificates.previewReinstatement, at(suspended));
  expect(reported(impact)).toEqual([["resumed", 1, [shop]]]);
  expect(await statusAt(shop)).toEqual({ [products[0]!]: "paused" });
  await call(transport, certificates.reinstate, { ...at(suspended), reason, fingerprint: impact.fingerprint });
  expect(await statusAt(shop)).toEqual({ [products[0]!]: "active" });
});

test("a line of a valid certificate is matched only with a current preview", async () => {
  const { brand, certificate, products, shop } = await sold(1);
  // Its line isn't matched yet, so nothing proves the sold product.
  const { rows } = await call(transport, certificates.listLines, { id: certificate });
  await app.db.execute(sql`update certificate_products set product_id = null where id = ${rows[0]!.id}::uuid`);
  await app.db.execute(sql`
    update assignments set status = 'paused', pause_source = 'auto', pause_reason = 'HALAL_MISSING',
           paused_at = ${app.clock.now}::timestamptz where retailer_id = ${shop}::uuid`);
  const links = [{ lineId: rows[0]!.id, productId: products[0]! }];
  const requested = { ...at(await get(certificate)), links, reason: "The document names it" };
  const impact = await call(transport, certificates.previewLinkLines, requested);
  expect(reported(impact)).toEqual([["resumed", 1, [shop]]]);
  expect((await get(certificate)).lineCounts).toMatchObject({ listed: 1, matched: 0 });

  await app.db.execute(sql`update brands set status = 'suspended', status_reason = 'x' where id = ${brand}::uuid`);
  const linked = () => call(transport, certificates.linkLines, { ...requested, fingerprint: impact.fingerprint });
  expect(await codeOf(linked())).toBe("preview_stale");
  await app.db.execute(sql`update brands set status = 'active', status_reason = null where id = ${brand}::uuid`);
  expect((await linked()).lineCounts).toMatchObject({ matched: 1 });
  expect(await statusAt(shop)).toEqual({ [products[0]!]: "active" });
});
