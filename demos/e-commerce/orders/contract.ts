import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { operation } from "#base/contract.ts";
import { orderStatuses } from "#demos/e-commerce/orders/lifecycle.ts";
import { carriers, paymentMethods } from "#demos/e-commerce/rules.ts";

export const orderLimits = { noteMax: 2000, reasonMax: 500, trackingMax: 60, weightMax: 40 } as const;

/** What staff may change; everything else follows from the order, and from its steps. */
export const orderFields = fields({ note: field.text({ max: orderLimits.noteMax, isLong: true }) });
export interface OrderInput extends ValuesOf<typeof orderFields> {}

const Address = z.object({ address: z.string(), lat: z.number(), lng: z.number() });
/** With the keys of spec 001 §3. */
export const Customer = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  email: z.string(),
  phone: z.string(),
  invoiceAddress: Address,
  shippingAddress: Address,
});
export type Customer = z.output<typeof Customer>;

export const OrderLine = z.object({
  /** The product of the shop. */
  id: z.string(),
  name: z.string(),
  nameAr: z.nullable(z.string()),
  priceMinor: z.int(),
  quantity: z.int(),
  totalMinor: z.int(),
  image: z.string(),
});
export type OrderLine = z.output<typeof OrderLine>;
const OrderStep = z.object({ status: z.enum(orderStatuses), at: schemas.instant(), by: z.nullable(z.string()) });
export type OrderStep = z.output<typeof OrderStep>;
const Shipment = z.object({
  tracking: z.string(),
  carrier: z.enum(carriers),
  weight: z.string(),
  feeMinor: z.int(),
  at: schemas.instant(),
});
export type Shipment = z.output<typeof Shipment>;
const OrderRefund = z.object({
  id: z.string(),
  amountMinor: z.int(),
  reason: z.string(),
  at: schemas.instant(),
  by: z.nullable(z.string()),
});
export type OrderRefund = z.output<typeof OrderRefund>;

const description = describeRecord({
  name: "shopOrders",
  path: "/api/v1/shop-orders",
  fields: orderFields,
  statuses: orderStatuses,
  more: {
    reference: z.string(),
    customer: Customer,
    customerName: z.string(),
    lines: z.array(OrderLine),
    currency: z.string(),
    subtotalMinor: z.int(),
    taxMinor: z.int(),
    discountMinor: z.int(),
    totalMinor: z.int(),
    paidMinor: z.int(),
    refundedMinor: z.int(),
    method: z.enum(paymentMethods),
    transactionId: z.nullable(z.string()),
    paidAt: z.nullable(schemas.instant()),
    steps: z.array(OrderStep),
    shipments: z.array(Shipment),
    refunds: z.array(OrderRefund),
    carrier: z.nullable(z.enum(carriers)),
    orderedAt: schemas.instant(),
  },
  // biome-ignore format: a list
  rowOmits: ["note", "customer", "lines", "steps", "shipments", "refunds", "transactionId", "subtotalMinor", "taxMinor", "discountMinor", "createdBy", "updatedBy"],
  sorts: ["orderedAt", "customerName", "totalMinor"],
  filters: [],
  moreFilters: {
    method: anyOf(z.enum(paymentMethods)),
    carrier: anyOf(z.enum(carriers)),
    orderedFrom: z.optional(schemas.date()),
    orderedTo: z.optional(schemas.date()),
  },
  // biome-ignore format: a table
  exportColumns: ["id", "reference", "orderedAt", "customerName", "currency", "subtotalMinor", "taxMinor", "discountMinor", "totalMinor", "paidMinor", "refundedMinor", "method", "paidAt", "carrier", "status", "note", "updatedAt"],
});
export interface Order extends RecordOf<typeof description> {}
export interface OrderTypes extends TypesOf<typeof description, OrderInput, Order> {}
export const orderRecords = recordOperations<OrderTypes>(description);

export const orderRefusals = refusals({
  order_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  invalid_order_step: { status: 409, message: "An order can’t change from {from} to {to}." },
  /** `quantity`: how many are left. */
  out_of_stock: { status: 409, message: "Not enough in stock: {product}. Left: {quantity}." },
  /** `blockers`: `shipment_needed`, `refund_needed`. */
  order_step_blocked: {
    status: 409,
    message: "Enter the carrier and the tracking number to ship an order, and the amount to refund one.",
  },
  refund_too_large: { status: 409, message: "You can refund at most {leftMinor} minor units of this order." },
  not_refundable: { status: 409, message: "This order isn’t paid, or was canceled or refunded." },
});
const { invalid_order_step, out_of_stock, order_step_blocked, refund_too_large, not_refundable } = orderRefusals;
const reason = z.optional(schemas.text({ min: 1, max: orderLimits.reasonMax, multiline: true }));
const versioned = { id: schemas.id(), version: schemas.version() };
const changes = {
  path: "status-changes",
  permission: "changeStatus",
  more: { to: z.enum(orderStatuses), reason },
};

export const shopOrders = {
  list: orderRecords.list({ summary: "List the orders of the shop" }),
  countByStatus: orderRecords.countByStatus({ summary: "Count the shop’s orders by status" }),
  exportCsv: orderRecords.exportCsv({ summary: "Export the listed orders as a CSV file" }),
  previewStatusChange: orderRecords.previewBulk(changes, { summary: "Preview a status change of many orders" }),
  applyStatusChange: orderRecords.applyBulk(changes, {
    summary: "Change the status of many orders as previewed, all or nothing",
    refusals: [out_of_stock, invalid_order_step, order_step_blocked],
  }),
  get: orderRecords.get({ summary: "Get an order of the shop" }),
  activity: orderRecords.activity({ summary: "List the history of an order, newest first" }),
  update: orderRecords.update({ summary: "Change the note of an order" }),
  changeStatus: orderRecords.changeStatus(
    { path: "status", permission: "changeStatus", more: { reason } },
    {
      summary: "Move an order to its next status. Preparing it takes its products out of stock",
      refusals: [invalid_order_step, out_of_stock, order_step_blocked],
    },
  ),
  ship: operation({
    method: "POST",
    path: "/api/v1/shop-orders/{id}/shipments",
    permission: "shopOrders.changeStatus",
    summary: "Ship an order that was prepared, with its carrier and tracking number",
    input: z.strictObject({
      ...versioned,
      carrier: z.enum(carriers),
      tracking: schemas.text({ min: 1, max: orderLimits.trackingMax }),
      weight: schemas.text({ max: orderLimits.weightMax }),
      feeMinor: z.int().check(z.minimum(0), z.maximum(100_000_000)),
    }),
    output: description.record,
    versioned: true,
    refusals: [commonRefusals.not_found, invalid_order_step],
  }),
  refund: operation({
    method: "POST",
    path: "/api/v1/shop-orders/{id}/refunds",
    permission: "shopOrders.refund",
    summary: "Refund a part of a paid order, or all of it (idempotent: the client supplies the refund’s ID)",
    isDangerous: true,
    input: z.strictObject({
      ...versioned,
      refundId: schemas.id(),
      amountMinor: z.int().check(z.minimum(1), z.maximum(100_000_000_000)),
      reason: schemas.text({ min: 1, max: orderLimits.reasonMax, multiline: true }),
    }),
    output: description.record,
    versioned: true,
    refusals: [commonRefusals.not_found, refund_too_large, not_refundable],
  }),
};
