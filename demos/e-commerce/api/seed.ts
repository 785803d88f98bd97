import { eq } from "drizzle-orm";
import { sortKey, searchKey } from "#base/searchKey.ts";
import { addMs, dayMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { certificateStatesOf } from "#demos/e-commerce/api/service/certificates.ts";
import { imageUrl } from "#demos/e-commerce/api/service/wire.ts";
import { orderStore } from "#demos/e-commerce/orders/api/store.ts";
import type { Customer, OrderLine } from "#demos/e-commerce/orders/contract.ts";
import { type OrderStatus, orderStatuses, paidBy, wireStatuses } from "#demos/e-commerce/orders/lifecycle.ts";
import { shopProductStore } from "#demos/e-commerce/products/api/store.ts";
import type { ShopProduct } from "#demos/e-commerce/products/contract.ts";
import { shopProductFields, type ShopProductInput } from "#demos/e-commerce/products/fields.ts";
import { carriers, paymentMethods, priceWithTax, shopCurrency } from "#demos/e-commerce/rules.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

/** 20 products and 24 orders of the rewards shop (demo-apps B6), the same in every new database. */
export async function seedShop(ctx: Ctx): Promise<void> {
  const products = await seedProducts(ctx);
  await seedOrders(ctx, products);
}

// biome-ignore format: a table
/** Gifts that need no certificate: name, Arabic, category, price in cents. */
const gifts: readonly (readonly [string, string, string, number])[] = [
  ["Prayer mat, travel size", "سجادة صلاة للسفر", "Prayer", 1850],
  ["Wooden tasbih, 99 beads", "سبحة خشبية ٩٩ حبة", "Prayer", 990],
  ["Ramadan lantern, brass", "فانوس رمضان نحاسي", "Home", 3200],
  ["Dallah coffee pot", "دلة قهوة عربية", "Kitchen", 4500],
  ["Date serving tray", "صينية تقديم التمر", "Kitchen", 2199],
  ["Reusable shopping bag", "حقيبة تسوق قماشية", "Home", 450],
  ["Eid gift box, empty", "علبة هدايا العيد", "Home", 699],
  ["Hijri wall calendar", "تقويم هجري للحائط", "Home", 1200],
];
const ratesBps = [500, 1500, 2000, 0, 750];

async function seedProducts(ctx: Ctx): Promise<ShopProduct[]> {
  const { id, name, nameI18n, status } = productsTable;
  const known = await ctx.db
    .select({ id, name, nameI18n })
    .from(productsTable)
    .where(eq(status, "published"))
    .orderBy(id);
  const stateOf = await certificateStatesOf(
    ctx,
    known.map((each) => ({ id: each.id, catalogueProductId: each.id, categories: [] })),
  );
  const isMissing = (each: { readonly id: string }) => stateOf(each.id) === "missing";
  const certified = known.filter((each) => !isMissing(each)).slice(0, 10);
  const uncertified = known.filter(isMissing).slice(0, 2);
  const offers = [
    ...gifts.map(([title, ar, category, price]) => ({ title, ar, category, price, link: null })),
    ...[...certified, ...uncertified].map((each, at) => ({
      title: each.name,
      ar: each.nameI18n.ar,
      category: "Rewards",
      price: 390 + at * 145,
      link: each.id,
    })),
  ];
  const drafts = offers.map(({ title, ar, category, price, link }, place) => {
    const values: ShopProductInput = {
      ...shopProductFields.empty,
      name: title,
      nameI18n: ar === undefined ? {} : { ar },
      handle: `reward-${place + 1}`,
      description: `${title}: for members who collected enough points.`,
      categories: [category],
      tags: place % 3 === 0 ? ["new"] : ["popular"],
      catalogueProductId: link,
      priceExclMinor: price,
      taxRateBps: ratesBps[place % ratesBps.length]!,
      comparedPriceMinor: place % 5 === 0 ? price + 500 : null,
      quantity: place === 6 || place === 9 ? 0 : 4 + ((place * 17) % 90),
      sku: `RW-${1001 + place}`,
      weight: `${100 + place * 35} g`,
      width: "10 cm",
      height: "8 cm",
      depth: "5 cm",
      extraShippingFeeMinor: place % 4 === 0 ? 250 : 0,
    };
    const isUncertified = link !== null && stateOf(link) === "missing";
    // Two more wait to be offered.
    const isActive = !isUncertified && place !== 5 && place !== 7;
    const now = addMs(ctx.now, (place - offers.length) * dayMs);
    return {
      now,
      id: sampleId(now, place + 31_001),
      values,
      columns: { status: isActive ? "active" : "inactive" } as const,
    };
  });
  for (const { now, ...draft } of drafts) await shopProductStore.insert({ ...ctx, now }, [draft]);
  const stored = await shopProductStore.readByIds(
    ctx,
    drafts.map((draft) => draft.id),
  );
  const products = [];
  // One after the other: they share the connection of a transaction.
  for (const draft of drafts) products.push(await shopProductStore.answer(ctx, stored.get(draft.id)!));
  return products;
}

// biome-ignore format: a table
const customers: readonly Customer[] = [
  customer(1, "أمينة", "الحارثي", "Noor Trading", "Buyer", "12 Corniche Road, Muscat", 23.61, 58.54),
  customer(2, "يوسف", "بن سالم", "Sahel Foods", "Manager", "4 Rue de Carthage, Tunis", 36.8, 10.18),
  customer(3, "ليلى", "الخطيب", "", "", "88 Rainbow Street, Amman", 31.95, 35.93),
  customer(4, "عمر", "الفاسي", "Atlas Cafés", "Owner", "21 Avenue Hassan II, Fès", 34.03, -5),
  customer(5, "مريم", "العلي", "", "", "5 Al Olaya Street, Riyadh", 24.71, 46.68),
  customer(6, "خالد", "المنصوري", "Dune Events", "Planner", "30 Al Wasl Road, Dubai", 25.2, 55.27),
];

function customer(
  n: number,
  firstName: string,
  lastName: string,
  company: string,
  jobTitle: string,
  street: string,
  lat: number,
  lng: number,
): Customer {
  const address = { address: street, lat, lng };
  const email = `customer${n}@example.com`;
  const phone = `+9665000000${n}0`;
  return {
    id: `${n}`,
    firstName,
    lastName,
    avatar: "",
    company,
    jobTitle,
    email,
    phone,
    invoiceAddress: address,
    shippingAddress: address,
  };
}

const [paid, paidByRemote] = ["payment_accepted", "remote_payment_accepted"] as const;
/** How an order came to each status, the oldest first. */
const paths: Readonly<Partial<Record<OrderStatus, readonly OrderStatus[]>>> = {
  payment_accepted: [paid],
  preparing: ["awaiting_paypal", paid, "preparing"],
  shipped: ["awaiting_bank_wire", paidByRemote, "preparing", "shipped"],
  delivered: [paid, "preparing", "shipped", "delivered"],
  canceled: ["awaiting_bank_wire", "canceled"],
  refunded: ["awaiting_paypal", paid, "preparing", "shipped", "refunded"],
  payment_error: ["awaiting_paypal", "payment_error"],
  pre_order_paid: ["pre_order_unpaid", "pre_order_paid"],
  remote_payment_accepted: ["awaiting_paypal", paidByRemote],
};
// biome-ignore format: a list
const more: readonly OrderStatus[] = ["delivered", "shipped", "delivered", "shipped", "delivered", "shipped", "delivered", "shipped", "delivered", "delivered"];
const methodOf: Readonly<Partial<Record<OrderStatus, number>>> = {
  awaiting_check: 1,
  awaiting_paypal: 2,
  awaiting_bank_wire: 3,
  awaiting_cash_on_delivery: 1,
};

async function seedOrders(ctx: Ctx, products: readonly ShopProduct[]): Promise<void> {
  for (const [place, status] of [...orderStatuses, ...more].entries()) {
    const orderedAt = addMs(ctx.now, -(24 - place) * 2 * dayMs);
    const { columns, shipped } = sampleOrder({ place, status, orderedAt, products });
    const at = { ...ctx, now: columns.steps[0]!.at };
    const shipment = {
      tracking: `TR${480_000 + place}`,
      carrier: carriers[place % 3]!,
      weight: `${1 + (place % 4)}.2 kg`,
      feeMinor: 590 + place * 10,
      at: shipped ?? orderedAt,
    };
    const sent =
      shipped === null ? { shipments: [], carrier: null } : { shipments: [shipment], carrier: shipment.carrier };
    await orderStore.insert(at, [
      { id: sampleId(orderedAt, place + 32_001), values: { note: null }, columns: { ...columns, ...sent } },
    ]);
  }
}

type Sample = {
  readonly place: number;
  readonly status: OrderStatus;
  readonly orderedAt: string;
  readonly products: readonly ShopProduct[];
};

function sampleOrder({ place, status, orderedAt, products }: Sample) {
  const path = paths[status] ?? [status];
  const steps = path.map((each, at) => ({ status: each, at: addMs(orderedAt, at * 5 * hourMs), by: null })).reverse();
  const chosen = [0, 1, 2].slice(0, 1 + (place % 3)).map((at) => products[(place * 3 + at) % products.length]!);
  const lines = [...new Set(chosen)].map((product, at) => lineOf(product, 1 + ((place + at) % 3)));
  const subtotalMinor = sum(lines.map(({ totalMinor }) => totalMinor));
  const taxMinor = sum(
    lines.map(({ totalMinor }, at) => priceWithTax(totalMinor, chosen[at]!.taxRateBps) - totalMinor),
  );
  const discountMinor = place % 4 === 0 ? Math.floor(subtotalMinor / 10) : 0;
  const totalMinor = subtotalMinor + taxMinor - discountMinor;
  const wasPaid = path.some((each) => paidBy.includes(each));
  const buyer = customers[place % customers.length]!;
  const customerName = `${buyer.firstName} ${buyer.lastName}`;
  const reference = `MZ-${26_001 + place}`;
  const words = [reference, customerName, buyer.email, ...lines.map(({ name }) => name)].map(searchKey).join(" ");
  const refund = {
    id: sampleId(orderedAt, place + 33_001),
    amountMinor: totalMinor,
    reason: "Arrived damaged",
    by: null,
  };
  const columns = {
    reference,
    customer: buyer,
    customerName,
    sortKey: sortKey(customerName),
    words,
    lines,
    currency: shopCurrency,
    subtotalMinor,
    taxMinor,
    discountMinor,
    totalMinor,
    paidMinor: wasPaid ? totalMinor : 0,
    paidAt: wasPaid ? steps.find((each) => wireStatuses[each.status].isPaid)!.at : null,
    refundedMinor: status === "refunded" ? totalMinor : 0,
    refunds: status === "refunded" ? [{ ...refund, at: steps[0]!.at }] : [],
    method: paymentMethods[methodOf[path[0]!] ?? place % 4]!,
    transactionId: wasPaid ? `TX${700_100 + place}` : null,
    steps,
    hasStock: path.includes("preparing"),
    orderedAt,
    status,
    statusReason: null,
  };
  return { columns, shipped: steps.find((each) => each.status === "shipped")?.at ?? null };
}

function lineOf(product: ShopProduct, quantity: number): OrderLine {
  const { id, name, nameI18n, priceExclMinor, pictureFileId } = product;
  return {
    id,
    name,
    nameAr: nameI18n.ar ?? null,
    priceMinor: priceExclMinor,
    quantity,
    totalMinor: priceExclMinor * quantity,
    image: pictureFileId === null ? "" : imageUrl(pictureFileId),
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
