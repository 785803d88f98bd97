import { lazy } from "react";
import { orderRecords, shopOrders, type OrderTypes } from "#demos/e-commerce/orders/contract.ts";
import type { OrderStatus } from "#demos/e-commerce/orders/lifecycle.ts";
import { carriers, paymentMethods, shopCurrency } from "#demos/e-commerce/rules.ts";
import { formatDate, formatDateTime } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { minorText } from "#web/record/minorText.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { IconCheck, IconHome, IconPackage, IconX } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

type Cell = Draw<OrderTypes["row"], MessageKey<"shopOrders">>;

const tones: Readonly<Record<OrderStatus, Tone>> = {
  awaiting_check: "warn",
  payment_accepted: "info",
  preparing: "info",
  shipped: "info",
  delivered: "ok",
  canceled: "mute",
  refunded: "mute",
  payment_error: "error",
  pre_order_paid: "info",
  pre_order_unpaid: "warn",
  awaiting_bank_wire: "warn",
  awaiting_paypal: "warn",
  remote_payment_accepted: "info",
  awaiting_cash_on_delivery: "warn",
};
const unpaid: readonly OrderStatus[] = [
  "awaiting_check",
  "awaiting_bank_wire",
  "awaiting_paypal",
  "pre_order_unpaid",
  "payment_error",
];
const toPrepare: readonly OrderStatus[] = [
  "payment_accepted",
  "remote_payment_accepted",
  "pre_order_paid",
  "awaiting_cash_on_delivery",
];

const statusBadge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const total: Cell = ({ totalMinor }, { language }) => minorText(language, totalMinor, shopCurrency);

export const shopOrderScreens = recordScreens(orderRecords, shopOrders, {
  path: "/apps/e-commerce/orders",
  nameOf: ({ reference }) => reference,
  badge: statusBadge,
  facts: ({ customerName, totalMinor, orderedAt, refundedMinor }, { language, t }) => [
    <bdi key="customer">{customerName}</bdi>,
    minorText(language, totalMinor, shopCurrency),
    formatDate(language, orderedAt),
    ...(refundedMinor > 0 ? [t("refunded", { amount: minorText(language, refundedMinor, shopCurrency) })] : []),
  ],
  Actions: lazy(() =>
    import("#demos/e-commerce/orders/web/OrderActions.tsx").then((module) => ({ default: module.OrderActions })),
  ),
  form: () => import("#demos/e-commerce/orders/web/OrderForm.tsx"),
  tabs: {
    slip: {
      Panel: lazy(() =>
        import("#demos/e-commerce/orders/web/PackingSlip.tsx").then((module) => ({ default: module.PackingSlip })),
      ),
    },
  },
  isReadOnly: () => false,
  columns: {
    reference: { cell: ({ reference }) => <bdi dir="ltr">{reference}</bdi> },
    customerName: { width: textWidth, cell: ({ customerName }) => <bdi>{customerName}</bdi> },
    totalMinor: { isFigure: true, cell: total },
    method: { cell: ({ method }, { t }) => t(`method.${method}`) },
    status: { cell: statusBadge },
    orderedAt: { firstDirection: "desc", cell: ({ orderedAt }, { language }) => formatDateTime(language, orderedAt) },
    carrier: { isHidden: true, cell: ({ carrier }) => carrier },
    refundedMinor: {
      isFigure: true,
      isHidden: true,
      cell: ({ refundedMinor }, { language }) => minorText(language, refundedMinor, shopCurrency),
    },
  },
  card: {
    facts: (order, context) => [<bdi key="customer">{order.customerName}</bdi>, total(order, context)],
    mark: statusBadge,
  },
  filters: [
    "status",
    { kind: "choice", name: "method", codes: paymentMethods },
    { kind: "choice", name: "carrier", codes: carriers, wordOf: (each) => each },
    { kind: "days", name: "ordered", from: "orderedFrom", to: "orderedTo" },
  ],
  views: [
    { id: "unpaid", filters: { status: unpaid } },
    { id: "toPrepare", filters: { status: toPrepare } },
    { id: "toShip", filters: { status: ["preparing"] } },
    { id: "shipped", filters: { status: ["shipped"] } },
    { id: "delivered", filters: { status: ["delivered"] } },
    { id: "ended", filters: { status: ["canceled", "refunded"] } },
  ],
  initialOrder: { sort: "orderedAt", direction: "desc" },
  bulk: {
    preview: shopOrders.previewStatusChange,
    apply: shopOrders.applyStatusChange,
    actions: [
      { id: "accept", icon: IconCheck, input: { to: "payment_accepted" } },
      { id: "prepare", icon: IconPackage, input: { to: "preparing" } },
      { id: "deliver", icon: IconHome, input: { to: "delivered" } },
      { id: "cancel", icon: IconX, input: { to: "canceled" }, needsReason: true },
    ],
  },
});
