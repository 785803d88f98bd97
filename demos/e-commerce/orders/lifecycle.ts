import { lifecycle } from "#base/records/lifecycle.ts";

// biome-ignore format: a table
const unpaid = {
  accept: "payment_accepted", acceptRemote: "remote_payment_accepted", acceptPreOrder: "pre_order_paid", fail: "payment_error",
} as const;
const cancel = { to: "canceled", needsReason: true } as const;
const refund = { to: "refunded", needsReason: true } as const;
const { fail: _, ...unpaidAfterError } = unpaid;

type Facts = Readonly<Record<"paidMinor" | "refundedMinor", number>> & { readonly shipments: readonly unknown[] };
export type OrderBlocker = "shipment_needed" | "refund_needed";

/** Shipping needs a shipment and a refund its amount: `ship` and `refund` of the contract. */
function blockers({ shipments, paidMinor, refundedMinor }: Facts, to: string): OrderBlocker[] {
  if (to === "shipped" && shipments.length === 0) return ["shipment_needed"];
  if (to === "refunded" && (paidMinor === 0 || refundedMinor < paidMinor)) return ["refund_needed"];
  return [];
}

/** What may follow each status (demo-apps B6), in the order of spec 001 §3. */
export const orderLifecycle = lifecycle<Facts>({ blockers })({
  awaiting_check: { ...unpaid, cancel },
  payment_accepted: { prepare: "preparing", refund, cancel },
  preparing: { ship: "shipped", cancel, refund },
  shipped: { deliver: "delivered", refund },
  delivered: { refund },
  canceled: {},
  refunded: {},
  payment_error: { ...unpaidAfterError, cancel },
  pre_order_paid: { prepare: "preparing", refund, cancel },
  pre_order_unpaid: { ...unpaid, cancel },
  awaiting_bank_wire: { ...unpaid, cancel },
  awaiting_paypal: { ...unpaid, cancel },
  remote_payment_accepted: { prepare: "preparing", refund, cancel },
  awaiting_cash_on_delivery: { prepare: "preparing", ...unpaid, cancel },
});

export const orderStatuses = orderLifecycle.statuses;
export type OrderStatus = (typeof orderStatuses)[number];

type WireStatus = {
  readonly id: number;
  /** Spec 001 §3, to the letter. */
  readonly name: string;
  readonly color: string;
  /** As PrestaShop, whose names these are, has it. */
  readonly isPaid: boolean;
};

const status = (id: number, name: string, color: string, isPaid = false): WireStatus => ({
  id,
  name,
  color,
  isPaid,
});

export const wireStatuses: Readonly<Record<OrderStatus, WireStatus>> = {
  awaiting_check: status(1, "Awaiting check payment", "blue-500"),
  payment_accepted: status(2, "Payment accepted", "green-500", true),
  preparing: status(3, "Preparing the order", "orange-500", true),
  shipped: status(4, "Shipped", "purple-500", true),
  delivered: status(5, "Delivered", "green-800", true),
  canceled: status(6, "Canceled", "pink-500"),
  refunded: status(7, "Refunded", "red-500", true),
  payment_error: status(8, "Payment error", "red-900"),
  pre_order_paid: status(9, "On pre-order (paid)", "purple-300", true),
  pre_order_unpaid: status(10, "On pre-order (not paid)", "purple-300"),
  awaiting_bank_wire: status(11, "Awaiting bank wire payment", "blue-500"),
  awaiting_paypal: status(12, "Awaiting PayPal payment", "blue-500"),
  remote_payment_accepted: status(13, "Remote payment accepted", "green-500", true),
  awaiting_cash_on_delivery: status(14, "Awaiting Cash-on-delivery payment", "blue-500"),
};

/** The statuses by which an order is paid at once. */
export const paidBy: readonly OrderStatus[] = ["payment_accepted", "remote_payment_accepted", "pre_order_paid"];
