import { Link, useParams } from "@tanstack/react-router";
import { type Order, orderRecords, shopOrders } from "#demos/e-commerce/orders/contract.ts";
import classes from "#demos/e-commerce/orders/web/OrderForm.module.css";
import { shopProducts } from "#demos/e-commerce/products/contract.ts";
import { shopCurrency } from "#demos/e-commerce/rules.ts";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { minorText } from "#web/record/minorText.ts";
import { formOf } from "#web/records/formOf.tsx";
import { useCan } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(orderRecords);

/** What an order consists of. Only its note can be edited; its steps are the buttons above. */
export function Form() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const { data: order } = useRead(shopOrders.get, { id });
  if (order === undefined) return null;
  return (
    <>
      <Section name="products">
        <Wide>
          <Lines order={order} />
        </Wide>
      </Section>
      <Section name="customer">
        <Customer order={order} />
      </Section>
      <Section name="payment">
        <Payment order={order} />
      </Section>
      <Section name="shipping">
        <Shipping order={order} />
      </Section>
      <Section name="steps">
        <Wide>
          <Steps order={order} />
        </Wide>
      </Section>
      <Section name="note">
        <Field name="note" />
      </Section>
    </>
  );
}

type OrderProps = { readonly order: Order };

function Lines({ order }: OrderProps) {
  const t = useMessages("shopOrders");
  const language = useLanguage();
  const can = useCan();
  const money = (minor: number) => minorText(language, minor, shopCurrency);
  const sums = [
    ["subtotal", order.subtotalMinor],
    ["tax", order.taxMinor],
    ["discount", -order.discountMinor],
    ["total", order.totalMinor],
  ] as const;
  return (
    <div className={classes.scroll}>
      <table className={classes.lines}>
        <thead>
          <tr>
            {(["product", "price", "quantity", "sum"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`lines.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => {
            const name = <bdi>{language === "ar" ? (line.nameAr ?? line.name) : line.name}</bdi>;
            return (
              <tr key={line.id}>
                <td>
                  {can(shopProducts.get) ? <Link to={`/apps/e-commerce/products/${line.id}`}>{name}</Link> : name}
                </td>
                <td>{money(line.priceMinor)}</td>
                <td>{formatNumber(language, line.quantity)}</td>
                <td>{money(line.totalMinor)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          {sums.map(([name, minor]) => (
            <tr key={name} data-total={name === "total" || undefined}>
              <th scope="row" colSpan={3}>
                {t(`lines.${name}`)}
              </th>
              <td>{money(minor)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}

function Customer({ order: { customer, customerName } }: OrderProps) {
  const t = useMessages("shopOrders");
  const job = [customer.jobTitle, customer.company].filter(Boolean).join(" · ");
  return (
    <>
      <Facts
        all={[
          [t("customer.name"), customerName],
          [t("customer.job"), job],
          [t("customer.email"), <Code key="email">{customer.email}</Code>],
          [t("customer.phone"), <Code key="phone">{customer.phone}</Code>],
        ]}
      />
      <Facts
        all={[
          [t("customer.shippingAddress"), customer.shippingAddress.address],
          [t("customer.invoiceAddress"), customer.invoiceAddress.address],
        ]}
      />
    </>
  );
}

function Payment({ order }: OrderProps) {
  const t = useMessages("shopOrders");
  const language = useLanguage();
  const money = (minor: number) => minorText(language, minor, shopCurrency);
  return (
    <>
      <Facts
        all={[
          [t("columns.method"), t(`method.${order.method}`)],
          [t("payment.paid"), money(order.paidMinor)],
          [t("payment.paidAt"), order.paidAt && formatDateTime(language, order.paidAt)],
          [t("payment.transaction"), order.transactionId && <bdi dir="ltr">{order.transactionId}</bdi>],
        ]}
      />
      <Facts
        all={order.refunds.map(({ amountMinor, at, reason }) => [
          t("payment.refund", { day: formatDateTime(language, at) }),
          <span key={at}>
            {money(amountMinor)} · <bdi>{reason}</bdi>
          </span>,
        ])}
      />
    </>
  );
}

function Shipping({ order }: OrderProps) {
  const t = useMessages("shopOrders");
  const language = useLanguage();
  if (order.shipments.length === 0) return <p className={classes.none}>{t("shipping.none")}</p>;
  return order.shipments.map(({ carrier, tracking, weight, feeMinor, at }) => (
    <Facts
      key={at}
      all={[
        [t("columns.carrier"), carrier],
        [t("shipping.tracking"), <Code key="tracking">{tracking}</Code>],
        [t("shipping.weight"), weight],
        [t("shipping.fee"), minorText(language, feeMinor, shopCurrency)],
        [t("shipping.at"), formatDateTime(language, at)],
      ]}
    />
  ));
}

/** Every status that the order had, newest first. Who changed it is in the history. */
function Steps({ order }: OrderProps) {
  const t = useMessages("shopOrders");
  const language = useLanguage();
  return (
    <ol className={classes.steps}>
      {order.steps.map(({ status, at }) => (
        <li key={`${status}-${at}`}>
          <span>{t(`status.${status}`)}</span>
          <time dateTime={at}>{formatDateTime(language, at)}</time>
        </li>
      ))}
    </ol>
  );
}

const Code = ({ children }: { readonly children: string }) => <bdi dir="ltr">{children}</bdi>;

type Fact = readonly [title: string, value: React.ReactNode];

const Facts = ({ all }: { readonly all: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {all.map(([title, value]) =>
      value ? (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{typeof value === "string" ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
