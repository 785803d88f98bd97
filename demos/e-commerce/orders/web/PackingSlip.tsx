import { Button } from "@mantine/core";
import ar from "#demos/e-commerce/rules/messages.ar.json";
import en from "#demos/e-commerce/rules/messages.en.json";
import type { Order } from "#demos/e-commerce/orders/contract.ts";
import classes from "#demos/e-commerce/orders/web/PackingSlip.module.css";
import { formatDate, formatNumber } from "#web/formats.ts";
import { IconPrinter } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** What is packed, in both languages side by side, as customers read either. Alone on the printed page. */
export function PackingSlip({ record }: { readonly record: Order }) {
  const t = useMessages("shopOrders");
  const { reference, orderedAt, customer, customerName, lines, shipments } = record;
  const [shipment] = shipments;
  return (
    <section className={classes.slip} data-paper>
      <Button
        className={`${classes.print} not-on-paper`}
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        {t("slip.print")}
      </Button>
      <Twice className={classes.title} of="title" />
      <dl className={classes.facts}>
        <Fact of="order">{reference}</Fact>
        <Fact of="ordered">
          {formatDate("en", orderedAt)} · <bdi lang="ar">{formatDate("ar", orderedAt)}</bdi>
        </Fact>
        <Fact of="shipTo">
          <bdi>{customerName}</bdi>
          {customer.company !== "" && <bdi>{customer.company}</bdi>}
          <bdi>{customer.shippingAddress.address}</bdi>
          <bdi dir="ltr">{customer.phone}</bdi>
        </Fact>
        {shipment && (
          <Fact of="carrier">
            <bdi dir="ltr">{`${shipment.carrier} ${shipment.tracking}`}</bdi>
          </Fact>
        )}
      </dl>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">
              <Twice of="product" />
            </th>
            <th scope="col">
              <Twice of="quantity" />
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, name, nameAr, quantity }) => (
            <tr key={id}>
              <td>
                <bdi className={classes.name}>{name}</bdi>
                {nameAr !== null && (
                  <bdi className={classes.name} lang="ar">
                    {nameAr}
                  </bdi>
                )}
              </td>
              <td>{formatNumber("en", quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Twice of="thanks" />
    </section>
  );
}

type SlipKey = keyof typeof en;

const Twice = ({ of, className }: { readonly of: SlipKey; readonly className?: string | undefined }) => (
  <span className={className}>
    <bdi lang="en">{en[of]}</bdi>
    {" · "}
    <bdi lang="ar">{ar[of]}</bdi>
  </span>
);

const Fact = ({ of, children }: { readonly of: SlipKey; readonly children: React.ReactNode }) => (
  <div>
    <dt>
      <Twice of={of} />
    </dt>
    <dd>{children}</dd>
  </div>
);
