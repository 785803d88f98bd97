import { and, asc, desc, eq, ne, type SQL } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import { fileRefusals } from "#base/files.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { RecordAnswer } from "#api/serve.ts";
import { isAnyOf } from "#api/list.ts";
import {
  type OrderRecord,
  type ShopProductRecord,
  shopOrdersTable,
  shopProductsTable,
} from "#demos/e-commerce/api/tables.ts";
import type { PostedProduct, WireOrder, WireProduct } from "#demos/e-commerce/contract.ts";
import { shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { wireStatuses } from "#demos/e-commerce/orders/lifecycle.ts";
import {
  requireCertificate,
  shopImages,
  shopProductStore,
  shopProductTransitions,
} from "#demos/e-commerce/products/api/store.ts";
import { shopProducts } from "#demos/e-commerce/products/contract.ts";
import { type ShopImage, type ShopProductInput, shopProductFields } from "#demos/e-commerce/products/fields.ts";
import { decimalText, methodNames, minorOf, numberOf, priceWithoutTax } from "#demos/e-commerce/rules.ts";
import { mayCall } from "#features/platform/files/api/service/records.ts";
import { keepFile } from "#features/platform/files/api/service/uploads.ts";
import { certificateStatesOf } from "#demos/e-commerce/api/service/certificates.ts";

// The calls of spec 001: their keys and types, and no others.

/** Spec 001 answers whole lists, without pages. */
const rowsMax = 1000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const listWireProducts = async (ctx: Ctx): Promise<WireProduct[]> =>
  toWireProducts(ctx, await selectProducts(ctx));

export async function findWireProduct(ctx: Ctx, id: string): Promise<RecordAnswer<WireProduct | undefined>> {
  const [row] = await selectProducts(ctx, hasWireId(id));
  return { body: row && (await toWireProducts(ctx, [row]))[0], version: row?.version ?? null };
}

const hasWireId = (id: string): SQL | undefined =>
  uuid.test(id) ? eq(shopProductsTable.id, id.toLowerCase()) : eq(shopProductsTable.wireId, id);

async function selectProducts(ctx: Ctx, condition?: SQL): Promise<ShopProductRecord[]> {
  // Opening the application is never refused; without the right it has no rows (demo-apps A3).
  if (!mayCall(actorOf(ctx), shopProducts.list)) return [];
  return ctx.db
    .select()
    .from(shopProductsTable)
    .where(and(ne(shopProductsTable.status, "archived"), condition))
    .orderBy(asc(shopProductsTable.createdAt), asc(shopProductsTable.id))
    .limit(rowsMax);
}

async function toWireProducts(ctx: Ctx, rows: readonly ShopProductRecord[]): Promise<WireProduct[]> {
  const stateOf = await certificateStatesOf(ctx, rows);
  return rows.map((row) => ({
    id: row.wireId ?? row.id,
    name: row.name,
    handle: row.handle ?? "",
    description: row.description ?? "",
    categories: row.categories,
    tags: row.tags,
    featuredImageId: row.images[0] ? imageId(row.images[0]) : 0,
    images: row.images.map((image) => ({ id: imageId(image), url: imageUrl(image.fileId), type: "image" })),
    priceTaxExcl: numberOf(row.priceExclMinor),
    priceTaxIncl: numberOf(row.priceInclMinor),
    taxRate: numberOf(row.taxRateBps),
    comparedPrice: numberOf(row.comparedPriceMinor ?? 0),
    quantity: row.quantity,
    sku: row.sku ?? "",
    width: row.width ?? "",
    height: row.height ?? "",
    depth: row.depth ?? "",
    weight: row.weight ?? "",
    extraShippingFee: numberOf(row.extraShippingFeeMinor),
    // Never while its certificate has ended, whatever the status still says.
    active: row.status === "active" && stateOf(row.id) !== "missing",
  }));
}

export const imageUrl = (fileId: string) => `/api/v1/files/${fileId}`;
/** Images have numbers on the wire (W): the same for the same file, and never 0, which means none. */
const imageId = ({ fileId }: ShopImage) => Number.parseInt(fileId.replaceAll("-", "").slice(-7), 16) + 1;

/** Creates a product, or replaces the one with its id. Refuses as the kernel's update does. */
export async function saveWireProduct(ctx: Ctx, posted: PostedProduct): Promise<WireProduct> {
  const [known] = await ctx.db.select().from(shopProductsTable).where(hasWireId(posted.id));
  if (known === undefined && !mayCall(actorOf(ctx), shopProducts.create))
    throw commonRefusals.permission_denied({ permission: shopProducts.create.permission });
  if (known?.status === "archived") throw commonRefusals.not_found();
  const images = posted.images && (await imagesOf(ctx, posted, known?.images ?? []));
  const id = known?.id ?? (uuid.test(posted.id) ? posted.id.toLowerCase() : newId(ctx));
  await inTransaction(ctx, async (inner) => {
    try {
      await write(inner, { id, posted, images });
    } catch (error) {
      throw await shopProductStore.refusalOf(ctx, error, undefined);
    }
  });
  const [row] = await selectProducts(ctx, eq(shopProductsTable.id, id));
  return (await toWireProducts(ctx, [row!]))[0]!;
}

type Save = { readonly id: string; readonly posted: PostedProduct; readonly images: ShopImage[] | undefined };

async function write(ctx: Ctx, { id, posted, images }: Save): Promise<void> {
  const patch = patchOf(posted, images);
  const known = (await shopProductStore.readByIds(ctx, [id])).get(id);
  const isActive = posted.active ?? (known ? known.status === "active" : true);
  if (known === undefined) {
    const values = { ...shopProductFields.empty, name: posted.id, ...patch };
    if (isActive) await requireCertificate(ctx, { ...values, id });
    const wireId = uuid.test(posted.id) ? null : posted.id;
    await shopProductStore.insert(ctx, [{ id, values, columns: { wireId, status: isActive ? "active" : "inactive" } }]);
    return;
  }
  const before = await shopProductStore.lock(ctx, { id });
  const { record } = await shopProductStore.update(ctx, before, patch);
  if (isActive === (record.status === "active")) return;
  if (isActive) await requireCertificate(ctx, record);
  await shopProductTransitions.write(ctx, [record], { to: isActive ? "active" : "inactive" });
}

/** The price without tax counts. One that comes only with tax is computed from it. */
function patchOf(posted: PostedProduct, images: ShopImage[] | undefined): Partial<ShopProductInput> {
  const taxRateBps = posted.taxRate === undefined ? undefined : minorOf(posted.taxRate);
  const excl = posted.priceTaxExcl;
  const incl = posted.priceTaxIncl;
  const exclMinor =
    excl !== undefined
      ? minorOf(excl)
      : incl !== undefined
        ? priceWithoutTax(minorOf(incl), taxRateBps ?? 0)
        : undefined;
  const all: { readonly [Name in keyof ShopProductInput]?: ShopProductInput[Name] | undefined } = {
    name: posted.name,
    handle: textOrNull(
      posted.handle
        ?.toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
        .replaceAll(/^-|-$/g, ""),
    ),
    description: textOrNull(posted.description),
    categories: posted.categories,
    tags: posted.tags,
    images,
    priceExclMinor: exclMinor,
    taxRateBps,
    comparedPriceMinor: posted.comparedPrice === undefined ? undefined : minorOf(posted.comparedPrice) || null,
    quantity: posted.quantity,
    sku: textOrNull(posted.sku),
    width: textOrNull(posted.width),
    height: textOrNull(posted.height),
    depth: textOrNull(posted.depth),
    weight: textOrNull(posted.weight),
    extraShippingFeeMinor: posted.extraShippingFee === undefined ? undefined : minorOf(posted.extraShippingFee),
  };
  return omitUndefined(all);
}

const textOrNull = (text: string | undefined) => (text === undefined ? undefined : text === "" ? null : text);

/**
 * The pictures that a client posted, the featured one first. Pictures sent as `data:` URLs, as the original does, are
 * examined and stored like every upload. Refuses any address that isn't ours.
 */
async function imagesOf(ctx: Ctx, posted: PostedProduct, known: readonly ShopImage[]): Promise<ShopImage[]> {
  const sent = posted.images!.map((image, index) => ({ ...image, index }));
  const featured = sent.findIndex(({ id }) => String(id) === String(posted.featuredImageId));
  const ordered = featured > 0 ? [sent[featured]!, ...sent.filter((_, at) => at !== featured)] : sent;
  const images: ShopImage[] = [];
  for (const { url, index } of ordered) {
    const fileId =
      /^\/api\/v1\/files\/([0-9a-f-]{36})$/i.exec(url)?.[1]?.toLowerCase() ?? (await stored(ctx, url, index));
    images.push(known.find((image) => image.fileId === fileId) ?? { fileId, alt: null, altI18n: {} });
  }
  return images;
}

async function stored(ctx: Ctx, url: string, index: number): Promise<string> {
  const [, base64] = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (base64 === undefined) {
    const message = "Upload the picture, and send its address or its bytes.";
    throw fileRefusals.file_unknown({}, [{ path: `images.${index}.url`, code: "file_unknown", message }]);
  }
  const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0)!);
  return (await keepFile(ctx, shopImages, { id: newId(ctx), name: "picture", bytes })).id;
}

export async function listWireOrders(ctx: Ctx): Promise<WireOrder[]> {
  if (!mayCall(actorOf(ctx), shopOrders.list)) return [];
  const { orderedAt, id } = shopOrdersTable;
  const rows = await ctx.db.select().from(shopOrdersTable).orderBy(desc(orderedAt), desc(id)).limit(rowsMax);
  return rows.map(toWireOrder);
}

export async function findWireOrder(ctx: Ctx, id: string): Promise<RecordAnswer<WireOrder | undefined>> {
  if (!uuid.test(id) || !mayCall(actorOf(ctx), shopOrders.list)) return { body: undefined, version: null };
  const [row] = await ctx.db
    .select()
    .from(shopOrdersTable)
    .where(isAnyOf(shopOrdersTable.id, [id.toLowerCase()]));
  return { body: row && toWireOrder(row), version: row?.version ?? null };
}

const toWireOrder = (order: OrderRecord): WireOrder => ({
  id: order.id,
  reference: order.reference,
  subtotal: decimalText(order.subtotalMinor),
  tax: decimalText(order.taxMinor),
  discount: decimalText(order.discountMinor),
  total: decimalText(order.totalMinor),
  date: order.orderedAt,
  customer: order.customer,
  products: order.lines.map(({ id, name, priceMinor, quantity, totalMinor, image }) => ({
    id,
    name,
    price: decimalText(priceMinor),
    quantity,
    total: decimalText(totalMinor),
    image,
  })),
  status: order.steps.map(({ status, at }) => {
    const { id, name, color } = wireStatuses[status];
    return { id, name, color, date: at };
  }),
  // An unpaid order has a payment without a transaction (demo-apps D-12).
  payment: {
    transactionId: order.paidMinor === 0 ? "" : (order.transactionId ?? ""),
    amount: decimalText(order.paidMinor),
    method: methodNames[order.method],
    date: order.paidAt ?? "",
  },
  shippingDetails: order.shipments.map(({ tracking, carrier, weight, feeMinor, at }) => ({
    tracking,
    carrier,
    weight,
    fee: decimalText(feeMinor),
    date: at,
  })),
});
