import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileFaults, fileRefusals } from "#base/files.ts";
import { commonRefusals, type RefusalMaker } from "#base/refusal.ts";
import { Customer, shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { shopProducts, shopProductRefusals } from "#demos/e-commerce/products/contract.ts";
import { shopLimits } from "#demos/e-commerce/products/fields.ts";

/** Spec 001 §3, without further keys. */
export const WireProduct = z.object({
  id: z.string(),
  name: z.string(),
  handle: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  /** The id of the first image; 0 while there is none. */
  featuredImageId: z.int(),
  images: z.array(z.object({ id: z.int(), url: z.string(), type: z.string() })),
  priceTaxExcl: z.number(),
  priceTaxIncl: z.number(),
  taxRate: z.number(),
  comparedPrice: z.number(),
  quantity: z.int(),
  sku: z.string(),
  width: z.string(),
  height: z.string(),
  depth: z.string(),
  weight: z.string(),
  extraShippingFee: z.number(),
  active: z.boolean(),
});
export type WireProduct = z.output<typeof WireProduct>;

export const WireOrder = z.object({
  id: z.string(),
  reference: z.string(),
  subtotal: z.string(),
  tax: z.string(),
  discount: z.string(),
  total: z.string(),
  date: z.string(),
  customer: Customer,
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.string(),
      quantity: z.int(),
      total: z.string(),
      image: z.string(),
    }),
  ),
  /** Newest first. */
  status: z.array(z.object({ id: z.int(), name: z.string(), color: z.string(), date: z.string() })),
  payment: z.object({ transactionId: z.string(), amount: z.string(), method: z.string(), date: z.string() }),
  /** Newest first, empty while nothing was sent (demo-apps D-11). */
  shippingDetails: z.array(
    z.object({
      tracking: z.string(),
      carrier: z.string(),
      weight: z.string(),
      fee: z.string(),
      date: z.string(),
    }),
  ),
});
export type WireOrder = z.output<typeof WireOrder>;

/** Clients of spec 001 make their own ids, which may be numbers. */
const wireId = z.pipe(
  z.union([z.string().check(z.regex(/^[^\u0000-\u001f\u007f]{1,64}$/u)), z.int()]),
  z.pipe(z.transform(String), z.string()),
);
const money = z.number().check(z.minimum(0), z.maximum(shopLimits.priceMaxMinor / 100));
const words = z.array(schemas.text({ min: 1, max: shopLimits.wordMax })).check(z.maxLength(shopLimits.wordsMax));
/** Numbers are what forms of the original send for the measures of an empty product. */
const size = z.pipe(
  z.union([z.string().check(z.trim(), z.maxLength(shopLimits.sizeMax)), z.number()]),
  z.pipe(z.transform(String), z.string()),
);
const bytesOfPictures = 8_388_608;

/** A product as a client posts it: omitted fields keep their values, or are empty in a new one. */
const PostedProduct = z.object({
  id: wireId,
  name: z.optional(schemas.text({ min: 1, max: shopLimits.nameMax })),
  handle: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  description: z.optional(schemas.text({ max: shopLimits.descriptionMax, multiline: true })),
  categories: z.optional(words),
  tags: z.optional(words),
  featuredImageId: z.optional(z.union([z.number(), z.string(), z.null()])),
  /** The address of a picture of ours, or the picture itself as a `data:` URL. */
  images: z.optional(
    z
      .array(z.object({ id: z.union([z.number(), z.string()]), url: z.string(), type: z.optional(z.string()) }))
      .check(z.maxLength(shopLimits.imagesMax)),
  ),
  priceTaxExcl: z.optional(money),
  priceTaxIncl: z.optional(money),
  taxRate: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  comparedPrice: z.optional(money),
  quantity: z.optional(z.int().check(z.minimum(0), z.maximum(shopLimits.quantityMax))),
  sku: z.optional(schemas.text({ max: 64 })),
  width: z.optional(size),
  height: z.optional(size),
  depth: z.optional(size),
  weight: z.optional(size),
  extraShippingFee: z.optional(money),
  active: z.optional(z.boolean()),
});
export type PostedProduct = z.output<typeof PostedProduct>;

const saveRefusals: readonly RefusalMaker[] = [
  ...Object.values(shopProductRefusals),
  ...fileFaults,
  fileRefusals.file_unknown,
  commonRefusals.not_found,
];
const session = { permission: "session" } as const;

/**
 * The five calls of spec 001 §7. Every signed-in user may call those that read: rows that a user may not see are not
 * among the answers (demo-apps A3).
 */
export const eCommerce = {
  products: operation({
    ...session,
    method: "GET",
    path: "/api/e-commerce-app/products",
    summary: "List the products of the shop (spec 001)",
    input: z.object({}),
    reads: [{ resource: "shopProducts" }],
    output: z.array(WireProduct),
  }),
  product: operation({
    ...session,
    method: "GET",
    path: "/api/e-commerce-app/product",
    exampleQuery: "?productId=1",
    summary: "Get a product of the shop (spec 001); an empty body for an unknown ID",
    input: z.object({ productId: z.string() }),
    output: z.optional(WireProduct),
    reply: "record",
  }),
  saveProduct: operation({
    method: "POST",
    path: "/api/e-commerce-app/product/save",
    permission: shopProducts.update.permission,
    summary: "Create a product, or replace the one with its ID (spec 001)",
    bodyBytesMax: bytesOfPictures,
    input: z.union([z.object({ product: PostedProduct }), PostedProduct]),
    output: WireProduct,
    refusals: saveRefusals,
  }),
  orders: operation({
    ...session,
    method: "GET",
    path: "/api/e-commerce-app/orders",
    summary: "List the orders of the shop, newest first (spec 001)",
    input: z.object({}),
    reads: [{ resource: "shopOrders" }],
    output: z.array(WireOrder),
  }),
  order: operation({
    ...session,
    method: "GET",
    path: "/api/e-commerce-app/order",
    exampleQuery: "?orderId=1",
    summary: "Get an order of the shop (spec 001); an empty body for an unknown ID",
    input: z.object({ orderId: z.string() }),
    output: z.optional(WireOrder),
    reply: "record",
  }),
};

export const eCommerceMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [
    { id: 931, title: "Shop products", link: "/apps/e-commerce/products", needs: shopProducts.list },
    { id: 932, title: "Shop orders", link: "/apps/e-commerce/orders", needs: shopOrders.list },
  ],
};
