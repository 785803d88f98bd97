import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Customer, OrderLine, OrderRefund, OrderStep, Shipment } from "#demos/e-commerce/orders/contract.ts";
import type { OrderStatus } from "#demos/e-commerce/orders/lifecycle.ts";
import type { ShopProduct } from "#demos/e-commerce/products/contract.ts";
import type { ShopImage } from "#demos/e-commerce/products/fields.ts";
import type { Carrier, PaymentMethod, shopCurrency } from "#demos/e-commerce/rules.ts";

const minor = (name: string) => bigint(name, { mode: "number" });
const kernelColumns = {
  words: text().notNull(),
  // Computed by the database; the migration says how.
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
};

export const shopProductsTable = pgTable("shop_products", {
  id: uuid().primaryKey(),
  wireId: text("wire_id"),
  name: text().notNull(),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  handle: text(),
  description: text(),
  categories: text().array().notNull(),
  tags: text().array().notNull(),
  catalogueProductId: uuid("catalogue_product_id"),
  images: jsonb().$type<ShopImage[]>().notNull(),
  currency: text().$type<typeof shopCurrency>().notNull(),
  priceExclMinor: minor("price_excl_minor").notNull(),
  taxRateBps: integer("tax_rate_bps").notNull(),
  priceInclMinor: minor("price_incl_minor").notNull().generatedAlwaysAs(0),
  comparedPriceMinor: minor("compared_price_minor"),
  quantity: integer().notNull(),
  lowStockAt: integer("low_stock_at").notNull(),
  sku: text(),
  width: text(),
  height: text(),
  depth: text(),
  weight: text(),
  extraShippingFeeMinor: minor("extra_shipping_fee_minor").notNull(),
  status: text().$type<ShopProduct["status"]>().notNull(),
  ...kernelColumns,
});
export type ShopProductRecord = typeof shopProductsTable.$inferSelect;

export const shopOrdersTable = pgTable("shop_orders", {
  id: uuid().primaryKey(),
  reference: text().notNull(),
  note: text(),
  customer: jsonb().$type<Customer>().notNull(),
  customerName: text("customer_name").notNull(),
  sortKey: text("sort_key").notNull(),
  lines: jsonb().$type<OrderLine[]>().notNull(),
  currency: text().notNull(),
  subtotalMinor: minor("subtotal_minor").notNull(),
  taxMinor: minor("tax_minor").notNull(),
  discountMinor: minor("discount_minor").notNull(),
  totalMinor: minor("total_minor").notNull(),
  paidMinor: minor("paid_minor").notNull(),
  refundedMinor: minor("refunded_minor").notNull(),
  method: text().$type<PaymentMethod>().notNull(),
  transactionId: text("transaction_id"),
  paidAt: instantColumn("paid_at"),
  steps: jsonb().$type<OrderStep[]>().notNull(),
  shipments: jsonb().$type<Shipment[]>().notNull(),
  refunds: jsonb().$type<OrderRefund[]>().notNull(),
  carrier: text().$type<Carrier>(),
  hasStock: boolean("has_stock").notNull(),
  orderedAt: instantColumn("ordered_at").notNull(),
  status: text().$type<OrderStatus>().notNull(),
  statusReason: text("status_reason"),
  ...kernelColumns,
});
export type OrderRecord = typeof shopOrdersTable.$inferSelect;
