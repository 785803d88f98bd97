import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, certificateFactory, codeOf, line, refusalOf } from "#api/testing/certificateFactory.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { newId } from "#api/testing/testApi.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { certificateLinks } from "#features/halal/certificates/scope/contract/productLinks.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { linkProblem } from "#features/halal/certificates/rules.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { call } from "#web/call.ts";

const datesGtin = "09521000000018";
const gheeGtin = "09521000000025";
const otherGtin = "09521000000032";

let desk: Awaited<ReturnType<typeof certificateFactory>>;
let foreignId: string;
beforeAll(async () => {
  desk = await certificateFactory([productsFeature]);
  foreignId = newId();
  await desk.app.db.execute(sql`
    insert into products (id, brand_id, name, sort_key, gtin, status, words, created_at, updated_at)
    values (${foreignId}, ${desk.ids.otherBrand}, 'Medjool Dates', 'medjool dates', ${otherGtin}, 'draft', 'medjool dates',
            ${desk.app.clock.now}::timestamptz, ${desk.app.clock.now}::timestamptz)`);
});
afterAll(() => desk.app.close());

const reviewers = () => desk.reviewer.transport;

/** A draft with a document and one line with this number. */
async function withLine(gtin: string | null, fields: object = {}) {
  const draft = await desk.show(await desk.create(fields, reviewers()), newId(), reviewers());
  const added = line("As the document writes it", gtin);
  const certificate = await call(reviewers(), certificates.addLines, { ...at(draft), lines: [added] });
  return { certificate, lineId: added.id };
}
const link = (certificate: Certificate, lineId: string, productId: string | null, reason?: string) =>
  call(reviewers(), certificates.linkLines, {
    ...at(certificate),
    links: [{ lineId, productId }],
    ...(reason === undefined ? {} : { reason }),
  });
const linesOf = async (id: string) => (await call(reviewers(), certificates.listLines, { id })).rows;
const external = { holderType: "external", holderBrandId: null, holderName: "A factory" };

describe("a line that names a number", () => {
  test("is linked only to the product with that number, whatever the reason", async () => {
    const { certificate, lineId } = await withLine(datesGtin);
    for (const productId of [desk.productIds.ghee, desk.productIds.syrup]) {
      const refusal = await refusalOf(link(certificate, lineId, productId, "It is the same"));
      expect([refusal.status, refusal.code, refusal.details.lineId]).toEqual([409, "gtin_differs", lineId]);
      const preview = { ...at(certificate), links: [{ lineId, productId }] };
      expect(await codeOf(call(reviewers(), certificates.previewLinkLines, preview))).toBe("gtin_differs");
    }
    const linked = await link(certificate, lineId, desk.productIds.dates);
    expect(linked.lineCounts.matched).toBe(1);
  });

  test("is refused another product on a valid certificate as well, even from a reviewer", async () => {
    const certificate = await desk.verified();
    const lines = await linesOf(certificate.id);
    const named = lines.find(({ gtin }) => gtin === datesGtin)!;
    expect(await codeOf(link(certificate, named.id, desk.productIds.syrup, "So it is"))).toBe("gtin_differs");
  });

  test("is offered nothing that merely has a similar name", async () => {
    const draft = await desk.create();
    const lines = [line("Date Syrup 400 g", otherGtin), line("Date Syrup 400 g")];
    await call(desk.brandsTeam, certificates.addLines, { ...at(draft), lines });
    const { rows } = await call(desk.brandsTeam, certificates.findMatches, { id: draft.id });
    const offered = (lineId: string) =>
      rows.find((row) => row.lineId === lineId)!.matches.map(({ product }) => product.id);
    expect(offered(lines[0]!.id)).toEqual([]);
    expect(offered(lines[1]!.id)).toContain(desk.productIds.syrup);
  });

  test("is refused by the table too, whichever of the two is written first", async () => {
    const { certificate, lineId } = await withLine(datesGtin);
    const write = (statement: ReturnType<typeof sql>) => desk.app.db.execute(statement).then(() => "written", String);
    const linkTo = (productId: string) =>
      write(sql`update certificate_products set product_id = ${productId} where id = ${lineId}`);
    expect(await linkTo(desk.productIds.ghee)).not.toBe("written");
    expect(await linkTo(desk.productIds.dates)).toBe("written");
    expect(await write(sql`update certificate_products set gtin = ${gheeGtin} where id = ${lineId}`)).not.toBe(
      "written",
    );
    expect((await linesOf(certificate.id))[0]).toMatchObject({
      gtin: datesGtin,
      product: { id: desk.productIds.dates },
    });
  });
});

describe("a product that is not the holder's", () => {
  test("is linked only with a reason, which is stored on the line and in the history", async () => {
    const { certificate, lineId } = await withLine(null);
    expect(await codeOf(link(certificate, lineId, foreignId))).toBe("link_reason_required");
    await link(certificate, lineId, foreignId, "Made by the holder for this brand");
    expect((await linesOf(certificate.id))[0]).toMatchObject({
      product: { id: foreignId },
      linkReason: "Made by the holder for this brand",
    });
    const { events } = await call(reviewers(), certificates.activity, { id: certificate.id, limit: 10 });
    expect(events[0]).toMatchObject({ action: "matchLines", reason: "Made by the holder for this brand" });
  });

  test("needs a reason even though the number matches", async () => {
    const { certificate, lineId } = await withLine(otherGtin);
    expect(await codeOf(link(certificate, lineId, foreignId))).toBe("link_reason_required");
  });

  test("of a holder that is not a brand needs a number or a reason", async () => {
    const unnamed = await withLine(null, external);
    expect(await codeOf(link(unnamed.certificate, unnamed.lineId, foreignId))).toBe("link_reason_required");
    expect(await codeOf(link(unnamed.certificate, unnamed.lineId, foreignId, "Its private label"))).toBe("done");
    const named = await withLine(otherGtin, external);
    expect(await codeOf(link(named.certificate, named.lineId, foreignId))).toBe("done");
  });

  test("is skipped when many are linked at once", async () => {
    const { certificate } = await withLine(null);
    const wanted = { selection: { ids: [foreignId, desk.productIds.dates] }, certificateId: certificate.id };
    const preview = await call(reviewers(), certificateLinks.preview, wanted);
    expect(preview).toMatchObject({ changing: 1, leftOut: [{ code: "foreign_brand", count: 1 }] });
  });

  test("keeps its reason when the certificate is renewed", async () => {
    const { certificate, lineId } = await withLine(null);
    const linked = await link(certificate, lineId, foreignId, "Made for this brand");
    const submitted = await call(desk.brandsTeam, certificates.submit, at(linked));
    const verified = await desk.verify(submitted);
    const renewal = await call(reviewers(), certificates.renew, { id: verified.id, newId: newId() });
    expect(await linesOf(renewal.id)).toMatchObject([
      { product: { id: foreignId }, linkReason: "Made for this brand" },
    ]);
  });
});

describe("a link ends automatically", () => {
  const change = async (id: string, patch: object) => {
    const { version } = await call(admin, products.get, { id });
    return call(admin, products.update, { id, version, ...patch });
  };
  let admin: Awaited<ReturnType<typeof desk.app.signIn>>["transport"];
  beforeAll(async () => {
    admin = (await desk.app.signIn("Admin", ["products.read", "products.update", "brands.read"])).transport;
  });

  test("when the product gets another number, which its preview shows and the history records", async () => {
    const { certificate, lineId } = await withLine(gheeGtin);
    await link(certificate, lineId, desk.productIds.ghee);
    const { version } = await call(admin, products.get, { id: desk.productIds.ghee });
    const patch = { gtin: "09521000000049" };
    const { consequences } = await call(admin, products.previewUpdate, { id: desk.productIds.ghee, version, ...patch });
    expect(consequences).toContainEqual(
      expect.objectContaining({ resource: "certificates", verb: "unlinked", count: 1 }),
    );
    await change(desk.productIds.ghee, patch);
    expect(await linesOf(certificate.id)).toMatchObject([
      { product: null, unlinked: { because: "gtin", product: { id: desk.productIds.ghee } } },
    ]);
    expect(await desk.actionsOf(certificate.id)).toContain("unlinkLines");
    await change(desk.productIds.ghee, { gtin: gheeGtin });
    // A link that has ended does not come back automatically.
    expect((await linesOf(certificate.id))[0]!.product).toBeNull();
  });

  test("when the product moves to another brand, even if a reason was given for the previous one", async () => {
    const own = await withLine(null);
    await link(own.certificate, own.lineId, desk.productIds.syrup);
    const reasoned = await withLine(null, { holderBrandId: desk.ids.otherBrand });
    await link(reasoned.certificate, reasoned.lineId, desk.productIds.syrup, "Its own line");
    await desk.app.db.execute(sql`
      update products set brand_id = ${desk.ids.otherBrand} where id = ${desk.productIds.syrup}`);
    expect(await linesOf(own.certificate.id)).toMatchObject([{ product: null, unlinked: { because: "brand" } }]);
    // The product now belongs to the holder, so this link stays.
    expect(await linesOf(reasoned.certificate.id)).toMatchObject([{ product: { id: desk.productIds.syrup } }]);
    await desk.app.db.execute(
      sql`update products set brand_id = ${desk.ids.brand} where id = ${desk.productIds.syrup}`,
    );
    expect(await linesOf(reasoned.certificate.id)).toMatchObject([
      { product: null, linkReason: null, unlinked: { because: "brand" } },
    ]);
  });

  test("when the draft gets another holder", async () => {
    const { certificate, lineId } = await withLine(null);
    const linked = await link(certificate, lineId, desk.productIds.dates);
    await call(reviewers(), certificates.update, { ...at(linked), holderBrandId: desk.ids.otherBrand });
    expect(await linesOf(certificate.id)).toMatchObject([{ product: null, unlinked: { because: "brand" } }]);
  });
});

test("a user who is bound to a country is offered the products that they may read, and no others", async () => {
  const offered = async (country: string) => {
    const { transport } = await desk.app.signIn(`Bound to ${country}`, desk.writerRights, [
      { kind: "country", target: country },
    ]);
    const { rows } = await call(transport, certificates.findProducts, { search: "ghee" });
    return rows.map(({ id }) => id);
  };
  expect(await offered("AE")).toEqual([desk.productIds.ghee]);
  expect(await offered("MY")).toEqual([]);
});

test("database and screens agree on every line, holder and product", async () => {
  const [brand, other] = [newId(), newId()];
  for (const lineGtin of [null, datesGtin])
    for (const reason of [null, "Because"])
      for (const holderBrandId of [null, brand])
        for (const productGtin of [null, datesGtin, gheeGtin])
          for (const brandId of [brand, other]) {
            const [row] = await rowsOf<{ problem: string | null }>(
              desk.app.db,
              sql`select line_link_problem(${lineGtin}::text, ${reason}::text, ${holderBrandId}::uuid, ${productGtin}::text,
                                           ${brandId}::uuid) as problem`,
            );
            const facts = {
              reason,
              line: { gtin: lineGtin },
              holder: { holderBrandId },
              product: { gtin: productGtin, brandId },
            };
            expect(row!.problem).toBe(linkProblem(facts));
          }
});
