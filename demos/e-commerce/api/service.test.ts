import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { and, eq, ne } from "drizzle-orm";
import { bulkRuns } from "#base/bulkRuns.ts";
import { seedOnce } from "#api/seed.ts";
import { picture as makePicture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { demos } from "#demos/api.ts";
import { shopProductsTable } from "#demos/e-commerce/api/tables.ts";
import { WireOrder, WireProduct } from "#demos/e-commerce/contract.ts";
import { type Order, shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { orderStatuses, wireStatuses } from "#demos/e-commerce/orders/lifecycle.ts";
import { shopProducts } from "#demos/e-commerce/products/contract.ts";
import { shopProductFields } from "#demos/e-commerce/products/fields.ts";
import { carriers, methodNames } from "#demos/e-commerce/rules.ts";
import { todos } from "#demos/todo/contract.ts";
import { featuresWith } from "#features/api.ts";
import { categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let staff: Transport;
let manager: Transport;
let nobody: Transport;
const grants = ["read", "create", "update", "export"].map((action) => `shopProducts.${action}`);
beforeAll(async () => {
  app = await testApi(featuresWith(demos));
  await seedOnce(app.api.systemContext(), featuresWith(demos));
  ({ transport: staff } = await app.signIn("Staff", ["shopProducts.read", "shopOrders.read"]));
  const orderGrants = ["read", "update", "changeStatus", "refund", "export"].map((action) => `shopOrders.${action}`);
  ({ transport: manager } = await app.signIn("Manager", [...grants, ...orderGrants, "products.read"]));
  ({ transport: nobody } = await app.signIn("Nobody", []));
});
afterAll(() => app.close());

const raw = async (transport: Transport, path: string, body?: object) => {
  const sent = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await transport(new Request(`https://mizan.test/api/e-commerce-app/${path}`, sent));
  const text = await response.text();
  return {
    status: response.status,
    body: (text === "" ? null : JSON.parse(text)) as unknown,
    missing: response.headers.get("x-record-missing"),
  };
};
const keysOf = (shape: { readonly shape: object }) => Object.keys(shape.shape).sort();
const cents = (text: string) => Math.round(Number(text) * 100);

describe("the calls of spec 001", () => {
  it("ECO-1, ECO-11 answer the products with exactly the twenty keys, and what B6 counts", async () => {
    const { body } = await raw(staff, "products");
    const products = body as WireProduct[];
    expect(keysOf(WireProduct)).toHaveLength(20);
    for (const product of products) {
      expect(Object.keys(product).sort()).toEqual(keysOf(WireProduct));
      expect(product.priceTaxIncl).toBeCloseTo(product.priceTaxExcl * (1 + product.taxRate / 100), 1);
    }
    const count = (isCounted: (product: WireProduct) => boolean) => products.filter(isCounted).length;
    expect({
      products: products.length,
      active: count(({ active }) => active),
      outOfStock: count(({ quantity }) => quantity === 0),
      compared: count(({ comparedPrice }) => comparedPrice > 0),
    }).toEqual({ products: 20, active: 16, outOfStock: 2, compared: 4 });
    const { body: one } = await raw(staff, `product?productId=${products[3]!.id}`);
    expect(one).toEqual(products[3]);
  });

  it("ECO-2 to ECO-10 answer the orders: each status is current, each sum is right, all money is text", async () => {
    const orders = (await raw(staff, "orders")).body as WireOrder[];
    expect(orders).toHaveLength(24);
    expect(keysOf(WireOrder)).toHaveLength(12);
    for (const order of orders) {
      expect(Object.keys(order).sort()).toEqual(keysOf(WireOrder));
      const { subtotal, tax, discount, total, products, status } = order;
      for (const money of [subtotal, tax, discount, total, order.payment.amount]) expect(money).toMatch(/^\d+\.\d\d$/);
      expect(cents(total)).toBe(cents(subtotal) + cents(tax) - cents(discount));
      for (const line of products) expect(cents(line.total)).toBe(cents(line.price) * line.quantity);
      expect(products.reduce((sum, line) => sum + cents(line.total), 0)).toBe(cents(subtotal));
      expect(status.length).toBeLessThanOrEqual(5);
      expect(status.map(({ date }) => date)).toEqual(
        status
          .map(({ date }) => date)
          .sort()
          .reverse(),
      );
    }
    expect(new Set(orders.map(({ status }) => status[0]!.name))).toEqual(
      new Set(orderStatuses.map((status) => wireStatuses[status].name)),
    );
    const timesOf = (names: readonly string[], all: readonly string[]) =>
      names.map((name) => all.filter((each) => each === name).length);
    const methods = orders.map(({ payment }) => payment.method);
    const sent = orders.flatMap(({ shippingDetails }) => shippingDetails.map(({ carrier }) => carrier));
    expect(Math.min(...timesOf(Object.values(methodNames), methods))).toBeGreaterThanOrEqual(4);
    expect(Math.min(...timesOf(carriers, sent))).toBeGreaterThanOrEqual(4);
    const unpaid = orders.find(({ status }) => status[0]!.name === "Awaiting PayPal payment")!;
    expect(unpaid.payment).toMatchObject({ transactionId: "", amount: "0.00" });
    expect((await raw(staff, `order?orderId=${unpaid.id}`)).body).toEqual(unpaid);
  });

  it("answer an unknown id with an empty 200, and nothing to users without the right", async () => {
    for (const path of ["product?productId=nope", `product?productId=${newId()}`, "order?orderId=7"])
      expect(await raw(staff, path)).toEqual({ status: 200, body: null, missing: "1" });
    expect([(await raw(nobody, "products")).body, (await raw(nobody, "orders")).body]).toEqual([[], []]);
    const [{ id }] = (await raw(staff, "orders")).body as [WireOrder];
    expect(await raw(nobody, `order?orderId=${id}`)).toEqual({ status: 200, body: null, missing: "1" });
    expect((await raw(staff, "product/save", { id: "x1", name: "No" })).status).toBe(403);
  });

  it("save a product with an id and a picture of the client’s own, and replace it when it comes again", async () => {
    const picture = `data:image/png;base64,${Buffer.from(await makePicture("png", { width: 40, height: 30 })).toString("base64")}`;
    const posted = {
      id: "a1b2c3d4",
      name: "Tea glasses",
      priceTaxExcl: 10.5,
      taxRate: 7.5,
      quantity: 3,
      width: 4,
      categories: ["Home"],
      images: [{ id: "99", url: picture, type: "image" }],
      featuredImageId: "99",
      active: true,
    };
    const { status, body } = await raw(manager, "product/save", posted);
    expect(status).toBe(200);
    const saved = body as WireProduct;
    expect(saved).toMatchObject({ id: "a1b2c3d4", priceTaxExcl: 10.5, priceTaxIncl: 11.29, taxRate: 7.5, width: "4" });
    expect(saved.featuredImageId).toBe(saved.images[0]!.id);
    const shown = await staff(new Request(`https://mizan.test${saved.images[0]!.url}`));
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const again = await raw(manager, "product/save", { product: { ...saved, name: "Tea glasses, six" } });
    expect(again.body).toEqual({ ...saved, name: "Tea glasses, six" });
    expect(((await raw(staff, "products")).body as unknown[]).length).toBe(21);
    const remote = { id: "a1b2c3d4", images: [{ id: 1, url: "https://example.com/x.png", type: "image" }] };
    expect(await raw(manager, "product/save", remote)).toMatchObject({
      status: 422,
      body: { errors: [{ path: "images.0.url" }] },
    });
    expect((await raw(manager, "product/save", { id: "a1b2c3d4", taxRate: 101 })).status).toBe(422);
  });
});

describe("a product", () => {
  const draft = { ...shopProductFields.empty, name: "Halal gummies" };

  it("is never active without the certificate that its category needs", async () => {
    const { rows } = await call(manager, shopProducts.list, { sort: "name", limit: 100, count: "none" });
    const uncertified = rows.find(({ certificate }) => certificate === "missing");
    const { id, version } = uncertified!;
    const activate = call(manager, shopProducts.changeStatus, { id, version, to: "active" });
    await expect(activate).rejects.toMatchObject({ code: "certificate_needed" });
    // A category that needs certificates can't be avoided by leaving out the link.
    const own = await call(manager, shopProducts.create, { id: newId(), ...draft, categories: ["Sweets"] });
    const [category] = await app.db
      .select({ name: categoriesTable.name })
      .from(categoriesTable)
      .where(and(ne(categoriesTable.effectiveHalalRelevance, "not_applicable"), eq(categoriesTable.status, "active")));
    const named = await call(manager, shopProducts.update, {
      id: own.id,
      version: own.version,
      categories: [category!.name.toUpperCase()],
    });
    expect(named.certificate).toBe("missing");
    await expect(
      call(manager, shopProducts.changeStatus, { id: own.id, version: named.version, to: "active" }),
    ).rejects.toMatchObject({ code: "certificate_needed" });
    const saved = await raw(manager, "product/save", { id: own.id, active: true });
    expect(saved).toMatchObject({ status: 409, body: { code: "certificate_needed" } });
  });

  it("becomes inactive when its certificate has ended, and is answered as inactive before that", async () => {
    const { rows } = await call(manager, shopProducts.list, { sort: "name", limit: 100, count: "none" });
    const uncertified = rows.find(({ certificate }) => certificate === "missing")!;
    await app.db.update(shopProductsTable).set({ status: "active" }).where(eq(shopProductsTable.id, uncertified.id));
    expect((await raw(staff, `product?productId=${uncertified.id}`)).body).toMatchObject({ active: false });
    await app.db.execute("update jobs set run_at = '2026-11-01' where kind = 'shop.deactivateUncertified'");
    const { deactivateUncertified } = await import("#demos/e-commerce/products/api/store.ts");
    await deactivateUncertified(app.api.systemContext());
    expect((await call(manager, shopProducts.get, { id: uncertified.id })).status).toBe("inactive");
  });

  it("goes back when a bulk change is undone, but is never active again without its certificate", async () => {
    const { rows } = await call(manager, shopProducts.list, { sort: "name", limit: 100, count: "none" });
    const uncertified = rows.find(({ certificate }) => certificate === "missing")!;
    const certified = rows.find(({ status, certificate }) => status === "active" && certificate !== "missing")!;
    // As if its certificate had ended a moment ago, after the hourly job that deactivates such products.
    await app.runJobs();
    await app.db.update(shopProductsTable).set({ status: "active" }).where(eq(shopProductsTable.id, uncertified.id));
    const runId = newId();
    const input = { selection: { ids: [certified.id, uncertified.id] }, to: "inactive" };
    await call(manager, bulkRuns.start, { runId, operation: shopProducts.applyStatusChange.path, input });
    await app.runJobs();
    const { preview } = await call(manager, bulkRuns.read, { runId });
    await call(manager, bulkRuns.confirm, { runId, changing: 2, fingerprint: preview!.fingerprint });
    await app.runJobs();
    const { id } = await call(manager, bulkRuns.undo, { runId });
    await app.runJobs();
    const undo = await call(manager, bulkRuns.read, { runId: id });
    expect(undo).toMatchObject({ state: "done", changed: 1, moved: 0, leftOut: 1 });
    const statusOf = async (product: { id: string }) =>
      (await call(manager, shopProducts.get, { id: product.id })).status;
    expect([await statusOf(certified), await statusOf(uncertified)]).toEqual(["active", "inactive"]);
  });

  it("has a price with tax that the database rounds as the screen does", async () => {
    const { priceWithTax } = await import("#demos/e-commerce/rules.ts");
    for (const [priceExclMinor, taxRateBps] of [
      [5, 1000],
      [4, 1000],
      [999, 750],
      [10_000_000_000, 10_000],
    ] as const) {
      const made = await call(manager, shopProducts.create, { id: newId(), ...draft, priceExclMinor, taxRateBps });
      expect(made.priceInclMinor).toBe(priceWithTax(priceExclMinor, taxRateBps));
    }
  });
});

describe("an order", () => {
  const orderIn = async (status: Order["status"], at = 0): Promise<Order> => {
    const { rows } = await call(manager, shopOrders.list, {
      status: [status],
      sort: "orderedAt",
      limit: 100,
      count: "none",
    });
    return call(manager, shopOrders.get, { id: rows[at]!.id });
  };
  const stockOf = async ({ lines }: Order) =>
    Promise.all(lines.map(async ({ id }) => (await call(manager, shopProducts.get, { id })).quantity));

  it("takes stock when it is prepared, remembers who moved it, and adds a to-do for what is low", async () => {
    const order = await orderIn("payment_accepted");
    for (const line of order.lines)
      await app.db
        .update(shopProductsTable)
        .set({ quantity: line.quantity + 2, lowStockAt: 2 })
        .where(eq(shopProductsTable.id, line.id));
    const moved = await call(manager, shopOrders.changeStatus, {
      id: order.id,
      version: order.version,
      to: "preparing",
    });
    expect(moved.steps[0]).toMatchObject({ status: "preparing", by: expect.any(String) });
    expect(await stockOf(order)).toEqual(order.lines.map(() => 2));
    const tasks = await call(manager, todos.list, {});
    expect(tasks.filter(({ title }) => title.startsWith("Low stock")).length).toBe(order.lines.length);
    // Canceled, it gives back both the stock and the money.
    const canceled = await call(manager, shopOrders.changeStatus, {
      id: order.id,
      version: moved.version,
      to: "canceled",
      reason: "Ordered twice",
    });
    expect(await stockOf(order)).toEqual(order.lines.map(({ quantity }) => quantity + 2));
    expect(canceled).toMatchObject({ refundedMinor: order.totalMinor, refunds: [{ amountMinor: order.totalMinor }] });
  });

  it("is not prepared without enough stock, and then nothing is taken", async () => {
    const order = await orderIn("pre_order_paid");
    await app.db
      .update(shopProductsTable)
      .set({ quantity: 0 })
      .where(eq(shopProductsTable.id, order.lines.at(-1)!.id));
    const before = await stockOf(order);
    const attempt = call(manager, shopOrders.changeStatus, { id: order.id, version: order.version, to: "preparing" });
    await expect(attempt).rejects.toMatchObject({ code: "out_of_stock" });
    expect(await stockOf(order)).toEqual(before);
  });

  it("is shipped with a carrier and a tracking number, delivered, and refunded in parts", async () => {
    const order = await orderIn("preparing");
    const at = { id: order.id, version: order.version };
    await expect(call(manager, shopOrders.changeStatus, { ...at, to: "shipped" })).rejects.toMatchObject({
      code: "order_step_blocked",
    });
    const shipment = { carrier: "USPS", tracking: "9400 1", weight: "2 kg", feeMinor: 700 } as const;
    const shipped = await call(manager, shopOrders.ship, { ...at, ...shipment });
    expect(shipped).toMatchObject({ status: "shipped", carrier: "USPS", shipments: [shipment] });
    const wire = (await raw(staff, `order?orderId=${order.id}`)).body as WireOrder;
    expect(wire.shippingDetails[0]).toMatchObject({ carrier: "USPS", fee: "7.00" });
    const delivered = await call(manager, shopOrders.changeStatus, {
      id: order.id,
      version: shipped.version,
      to: "delivered",
    });
    const part = {
      id: order.id,
      version: delivered.version,
      refundId: newId(),
      amountMinor: 100,
      reason: "Broken lid",
    };
    const once = await call(manager, shopOrders.refund, part);
    expect(once).toMatchObject({ status: "delivered", refundedMinor: 100 });
    // Sent again, the same refund changes nothing.
    expect(await call(manager, shopOrders.refund, part)).toMatchObject({ refundedMinor: 100, version: once.version });
    const rest = { ...part, version: once.version, refundId: newId(), amountMinor: order.totalMinor - 100 };
    await expect(
      call(manager, shopOrders.refund, { ...rest, amountMinor: rest.amountMinor + 1 }),
    ).rejects.toMatchObject({ code: "refund_too_large" });
    expect(await call(manager, shopOrders.refund, rest)).toMatchObject({
      status: "refunded",
      refundedMinor: order.totalMinor,
    });
    await expect(call(staff, shopOrders.refund, { ...rest, refundId: newId() })).rejects.toMatchObject({ status: 403 });
  });

  it("moves with others as previewed, and those that can’t are left out with the reason", async () => {
    const ids = [
      (await orderIn("shipped", 0)).id,
      (await orderIn("shipped", 1)).id,
      (await orderIn("awaiting_check")).id,
    ];
    const change = { selection: { ids }, to: "delivered" } as const;
    const preview = await call(manager, shopOrders.previewStatusChange, change);
    expect(preview).toMatchObject({ changing: 2, leftOut: [{ code: "invalid_order_step", count: 1 }] });
    const done = await call(manager, shopOrders.applyStatusChange, { ...change, fingerprint: preview.fingerprint });
    expect(done).toEqual({ changed: 2, leftOut: 1 });
  });

  it("is found by its reference, its customer’s Arabic name and a product, also after its note changed", async () => {
    const order = await orderIn("awaiting_paypal");
    await call(manager, shopOrders.update, { id: order.id, version: order.version, note: "Call before delivery" });
    for (const search of [order.reference, order.customerName, order.lines[0]!.name]) {
      const found = await call(manager, shopOrders.list, { search, sort: "orderedAt", limit: 100, count: "none" });
      expect(found.rows.map(({ id }) => id)).toContain(order.id);
    }
    const day = order.orderedAt.slice(0, 10);
    const period = { orderedFrom: day, orderedTo: day, method: ["paypal" as const] };
    const found = await call(manager, shopOrders.list, { ...period, sort: "totalMinor", limit: 100, count: "exact" });
    expect(found.rows.map(({ id }) => id)).toEqual([order.id]);
  });
});
