import { expect, test } from "vitest";
import { orderLifecycle, orderStatuses, wireStatuses } from "#demos/e-commerce/orders/lifecycle.ts";
import {
  carriers,
  decimalText,
  methodNames,
  minorOf,
  numberOf,
  paymentMethods,
  priceWithoutTax,
  priceWithTax,
  stockLevel,
} from "#demos/e-commerce/rules.ts";

test("rounds half a cent of tax up, and just below it down", () => {
  // 10 % of 0.05 is half a cent, 10 % of 0.04 less.
  expect([priceWithTax(5, 1000), priceWithTax(4, 1000)]).toEqual([6, 4]);
  expect([priceWithTax(999, 750), priceWithTax(0, 10_000), priceWithTax(1250, 0)]).toEqual([1074, 0, 1250]);
  expect(priceWithTax(10_000_000_000, 10_000)).toBe(20_000_000_000);
});

test("finds the price before tax whose price with tax is the one entered, where there is one", () => {
  for (const rate of [0, 500, 750, 1500, 2000, 10_000])
    for (let excl = 0; excl < 400; excl += 1) expect(priceWithoutTax(priceWithTax(excl, rate), rate)).toBe(excl);
});

test("reads and writes the money of spec 001", () => {
  expect([12.5, 0.1 + 0.2, 1.005, 19.99].map(minorOf)).toEqual([1250, 30, 101, 1999]);
  expect([1250, 30, 5].map(decimalText)).toEqual(["12.50", "0.30", "0.05"]);
  expect(numberOf(1999)).toBe(19.99);
});

test("marks a quantity of up to 5 as low and of up to 25 as medium", () => {
  expect([5, 6, 25, 26].map(stockLevel)).toEqual(["low", "medium", "medium", "high"]);
});

test("ECO-8 has the fourteen statuses to the letter, with ids 1 to 14 in the order of the specification", () => {
  expect(orderStatuses.map((status) => wireStatuses[status].name)).toEqual([
    "Awaiting check payment",
    "Payment accepted",
    "Preparing the order",
    "Shipped",
    "Delivered",
    "Canceled",
    "Refunded",
    "Payment error",
    "On pre-order (paid)",
    "On pre-order (not paid)",
    "Awaiting bank wire payment",
    "Awaiting PayPal payment",
    "Remote payment accepted",
    "Awaiting Cash-on-delivery payment",
  ]);
  expect(orderStatuses.map((status) => wireStatuses[status].id)).toEqual(orderStatuses.map((_, at) => at + 1));
});

test("ECO-9, ECO-10 has four methods and three carriers to the letter", () => {
  expect(paymentMethods.map((each) => methodNames[each])).toEqual(["Credit Card", "Check", "PayPal", "Bank-wire"]);
  expect(carriers).toEqual(["TNT", "USPS", "FedEx"]);
});

test("lets an order move only as its payment allows", () => {
  const next = (status: (typeof orderStatuses)[number]) =>
    orderLifecycle.from({ status, shipments: [], paidMinor: 0, refundedMinor: 0 }).map(({ to }) => to);
  expect(next("awaiting_paypal")).toEqual([
    "payment_accepted",
    "remote_payment_accepted",
    "pre_order_paid",
    "payment_error",
    "canceled",
  ]);
  expect(next("payment_error")).not.toContain("payment_error");
  // Only cash on delivery is prepared before it is paid.
  const unpaid = orderStatuses.filter((status) => !wireStatuses[status].isPaid);
  expect(unpaid.filter((status) => next(status).includes("preparing"))).toEqual(["awaiting_cash_on_delivery"]);
  expect(next("payment_accepted")).toEqual(["preparing", "refunded", "canceled"]);
  expect(next("preparing")).toEqual(["shipped", "canceled", "refunded"]);
  expect(next("shipped")).toEqual(["delivered", "refunded"]);
  expect(next("delivered")).toEqual(["refunded"]);
  expect([...next("canceled"), ...next("refunded")]).toEqual([]);
});

test("ships only with a shipment, and is refunded only once all that was paid is", () => {
  const blockersOf = (status: "preparing" | "delivered", to: "shipped" | "refunded", facts: object) =>
    orderLifecycle.find({ status, shipments: [], paidMinor: 500, refundedMinor: 0, ...facts }, to)!.blockers;
  expect(blockersOf("preparing", "shipped", {})).toEqual(["shipment_needed"]);
  expect(blockersOf("preparing", "shipped", { shipments: [{}] })).toEqual([]);
  expect(blockersOf("delivered", "refunded", { refundedMinor: 499 })).toEqual(["refund_needed"]);
  expect(blockersOf("delivered", "refunded", { refundedMinor: 500 })).toEqual([]);
  expect(blockersOf("preparing", "refunded", { paidMinor: 0 })).toEqual(["refund_needed"]);
});
