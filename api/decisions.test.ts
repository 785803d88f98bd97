import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "#api/testing/certificateFactory.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { retailerDocuments } from "#features/retail/retailers/kyc/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

// Permission to update a record does not include decisions about its money, risk, approval or suspension
// (docs/decisions/0050): in forms, in bulk actions, and with the built-in roles.

let app: TestApi;
let made: ReturnType<typeof market>;
let admin: Transport;
let adminId: string;
/** Signs in a user with this role, for one brand or retailer. */
let manage: (role: string, kind: "brand" | "retailer", target: string) => Promise<Transport>;

beforeAll(async () => {
  app = await testApi(featuresWith(demos));
  made = market(app.db);
  const signed = await app.signIn("Administrator", app.api.catalogue.permissions);
  admin = signed.transport;
  adminId = signed.actor.userId;
  const roles = await rowsOf<{ code: string; grants: string[] }>(app.db, sql`select code, grants from roles`);
  manage = async (role, kind, target) => {
    const { grants } = roles.find(({ code }) => code === role)!;
    return (await app.signIn(role, grants, [{ kind, target }])).transport;
  };
});
afterAll(() => app.close());

const makeRetailer = async (values: object = {}) => made.retailer({ retailer_type_id: await made.type(), ...values });

describe("a retailer manager", () => {
  test.each([
    ["commissionBps", 0],
    ["settlementTermsDays", 1],
    ["riskFlags", []],
    ["country", "AE"],
  ] as const)("does not set %s of their own retailer, neither with other fields nor alone", async (field, value) => {
    const id = await makeRetailer({ commission_bps: 500, settlement_terms_days: 60, risk_flags: ["chargebacks"] });
    const manager = await manage("retailer_manager", "retailer", id);
    const change = { id, version: 1, legalName: "Mine Ltd", [field]: value };
    expect(await codeOf(call(manager, retailers.update, change))).toBe("permission_denied");
    const retailer = await call(admin, retailers.get, { id });
    expect(retailer).toMatchObject({ version: 1, legalName: null, commissionBps: 500, riskFlags: ["chargebacks"] });
    // A value that stays the same is not a decision, so this update passes.
    await call(manager, retailers.update, { id, version: 1, legalName: "Mine Ltd", commissionBps: 500 });
  });

  test("does not choose another type, one by one or for many", async () => {
    const id = await makeRetailer();
    const lax = await made.type({ certificate_policy: "none" });
    const manager = await manage("retailer_manager", "retailer", id);
    const other = { id, version: 1, retailerTypeId: lax };
    expect(await codeOf(call(manager, retailers.update, other))).toBe("permission_denied");
    const many = { selection: { ids: [id] }, retailerTypeId: lax };
    expect(await codeOf(call(manager, retailers.previewTypeChange, many))).toBe("permission_denied");
  });

  test("does not lift a suspension that an administrator placed, and lifts one of their own", async () => {
    const id = await makeRetailer();
    await made.location({ retailer_id: id });
    await app.db.execute(sql`update retailers set locations_count = 1, contacts_count = 1 where id = ${id}::uuid`);
    const manager = await manage("retailer_manager", "retailer", id);
    await call(admin, retailers.changeStatus, { id, version: 1, to: "suspended", reason: "Under review" });
    const lift = { id, version: 2, to: "active" } as const;
    expect(await codeOf(call(manager, retailers.changeStatus, lift))).toBe("permission_denied");
    const { allowedTransitions } = await call(manager, retailers.get, { id });
    expect(allowedTransitions.map(({ blockers }) => blockers)).toEqual([["status_locked"], ["status_locked"]]);
    const preview = await call(manager, retailers.previewStatusChange, { selection: { ids: [id] }, to: "active" });
    expect(preview).toMatchObject({ changing: 0, leftOut: [{ code: "status_locked" }] });
    await call(admin, retailers.changeStatus, lift);
    await call(manager, retailers.changeStatus, { id, version: 3, to: "suspended", reason: "Closed for works" });
    await call(manager, retailers.changeStatus, { id, version: 4, to: "active" });
  });

  test("does not set what consumers get back at their retailer", async () => {
    const [retailer, its] = [await makeRetailer(), await made.certified(1)];
    const id = await made.insert("assignments", {
      retailer_id: retailer,
      product_id: its.products[0],
      status: "active",
      stock_status: "in_stock",
      cashback_mode: "inherit",
      version: 1,
      starts_at: "2026-01-01T00:00:00Z",
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
    });
    const manager = await manage("retailer_manager", "retailer", retailer);
    const rate = { cashbackMode: "bps", cashbackBps: 900 } as const;
    expect(await codeOf(call(manager, assignments.update, { id, version: 1, ...rate }))).toBe("permission_denied");
    await call(manager, assignments.update, { id, version: 1, priceMinor: 250, currency: "GBP" });
  });
});

describe("a brand manager", () => {
  test("does not set cashback or budget of their own brand or product", async () => {
    const brand = await made.brand();
    const product = await made.product({ brand_id: brand, category_id: await made.category() });
    const manager = await manage("brand_manager", "brand", brand);
    for (const money of [
      { cashbackBps: 9000 },
      { monthlyBudgetMinor: 1 },
      { pendingDays: 0 },
      { defaultCurrency: "JPY" },
    ])
      expect(await codeOf(call(manager, brands.update, { id: brand, version: 1, ...money }))).toBe("permission_denied");
    const rate = { id: product, version: 1, cashbackBps: 9000 };
    expect(await codeOf(call(manager, products.update, rate))).toBe("permission_denied");
    await call(manager, brands.update, { id: brand, version: 1, story: "Ours to tell" });
  });

  test("does not approve their own brand, whichever way they ask", async () => {
    const id = await made.brand({ status: "draft" });
    const manager = await manage("brand_manager", "brand", id);
    await call(manager, brands.changeStatus, { id, version: 1, to: "submitted" });
    const approve = { id, version: 2, to: "active" } as const;
    expect(await codeOf(call(manager, brands.changeStatus, approve))).toBe("permission_denied");
    expect(await codeOf(call(manager, brands.previewStatus, { id, to: "active" }))).toBe("permission_denied");
    const many = { selection: { ids: [id] }, to: "active" as const };
    const preview = await call(manager, brands.previewStatusChange, many);
    expect(preview).toMatchObject({ changing: 0, leftOut: [{ code: "approval_not_permitted" }] });
    await call(manager, brands.applyStatusChange, { ...many, fingerprint: preview.fingerprint });
    expect(await call(admin, brands.get, { id })).toMatchObject({ status: "submitted" });
    expect(await call(admin, brands.changeStatus, approve)).toMatchObject({ status: "active" });
  });

  test("does not lift an administrator's suspension by archiving either", async () => {
    const id = await made.brand();
    const manager = await manage("brand_manager", "brand", id);
    await call(admin, brands.changeStatus, { id, version: 1, to: "suspended", reason: "Recall" });
    for (const to of ["active", "archived"] as const)
      expect(await codeOf(call(manager, brands.changeStatus, { id, version: 2, to }))).toBe("permission_denied");
  });

  test("does not publish, republish after an administrator's unpublishing, or move to a category without requirements", async () => {
    const [brand, meat, toys] = [
      await made.brand(),
      await made.category(),
      await made.category({ effective_halal_relevance: "not_applicable" }),
    ];
    const published = await made.product({ brand_id: brand, category_id: meat });
    const waiting = await made.product({ brand_id: brand, category_id: meat, status: "in_review" });
    const manager = await manage("brand_manager", "brand", brand);
    const publish = { id: waiting, version: 1, to: "published" } as const;
    expect(await codeOf(call(manager, products.changeStatus, publish))).toBe("permission_denied");
    const move = { id: published, version: 1, categoryId: toys };
    expect(await codeOf(call(manager, products.update, move))).toBe("permission_denied");
    const many = { selection: { ids: [published] }, categoryId: toys };
    expect(await codeOf(call(manager, products.previewMove, many))).toBe("permission_denied");
    await call(admin, products.changeStatus, { id: published, version: 1, to: "unpublished", reason: "Recall" });
    const again = { id: published, version: 2, to: "published" } as const;
    expect(await codeOf(call(manager, products.changeStatus, again))).toBe("permission_denied");
    // A draft is free to change: its category is decided when it is approved.
    const draft = await made.product({ brand_id: brand, category_id: meat, status: "draft" });
    await call(manager, products.update, { id: draft, version: 1, categoryId: toys });
  });
});

describe("when another user can decide", () => {
  /** A user who can sign in and approve everything. */
  async function withSecondApprover<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const { actor } = await app.signIn("Second", []);
    await app.db.execute(sql`
      insert into user_roles (user_id, role_id, granted_at)
      select ${actor.userId}::uuid, id, now() from roles where code = 'admin'`);
    try {
      return await work();
    } finally {
      await app.db.execute(sql`delete from user_roles where user_id = ${actor.userId}::uuid`);
    }
  }

  test("a user can't approve a brand, product or retailer that they submitted", async () => {
    const brand = await made.brand({ status: "submitted", submitted_by: adminId });
    const retailer = await makeRetailer({
      status: "submitted",
      submitted_by: adminId,
      contacts_count: 1,
      locations_count: 1,
    });
    const category = await made.category();
    const product = await made.product({
      brand_id: await made.brand(),
      category_id: category,
      status: "in_review",
      submitted_by: adminId,
    });
    await withSecondApprover(async () => {
      const refused = [
        codeOf(call(admin, brands.changeStatus, { id: brand, version: 1, to: "active" })),
        codeOf(call(admin, retailers.changeStatus, { id: retailer, version: 1, to: "active" })),
        codeOf(call(admin, products.changeStatus, { id: product, version: 1, to: "published" })),
      ];
      for (const code of await Promise.all(refused)) expect(code).toMatch(/blocked$/);
      const many = await call(admin, brands.previewStatusChange, { selection: { ids: [brand] }, to: "active" });
      expect(many.leftOut).toMatchObject([{ code: "second_person" }]);
    });
    // A new platform has only one administrator, who must be able to start.
    expect(await call(admin, brands.changeStatus, { id: brand, version: 1, to: "active" })).toMatchObject({
      version: 2,
    });
  });

  test("a user can't accept a document that they added, or remove risk flags from their own submission", async () => {
    const id = await makeRetailer({ status: "active", submitted_by: adminId, risk_flags: ["chargebacks"] });
    const documentId = await made.insert("retailer_documents", {
      retailer_id: id,
      type: "trade_licence",
      status: "pending",
      created_by: adminId,
      created_at: "2026-01-01T00:00:00Z",
    });
    await withSecondApprover(async () => {
      const accept = { id, documentId, version: 1, decision: "accepted" } as const;
      expect(await codeOf(call(admin, retailerDocuments.decide, accept))).toBe("own_documents");
      const verify = { id, version: 1, decision: "verified" } as const;
      expect(await codeOf(call(admin, retailerDocuments.decideKyc, verify))).toBe("own_documents");
      expect(await codeOf(call(admin, retailers.update, { id, version: 1, riskFlags: [] }))).toBe("own_risk");
      await call(admin, retailers.update, { id, version: 1, riskFlags: ["chargebacks", "late"] });
    });
  });
});

test("a user who edits categories can't decide which of them need a certificate", async () => {
  const id = await made.category();
  const { transport } = await app.signIn("Editor", ["categories.read", "categories.update", "categories.create"]);
  const relax = { id, version: 1, halalRelevance: "not_applicable" } as const;
  expect(await codeOf(call(transport, categories.update, relax))).toBe("permission_denied");
  await call(transport, categories.update, { id, version: 1, gs1Brick: "10000028" });
});
