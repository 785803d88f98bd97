import { Alert, Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Operation } from "#base/contract.ts";
import { type Order, orderLimits, shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { type Carrier, carriers, shopCurrency } from "#demos/e-commerce/rules.ts";
import { useWrite } from "#web/operations.ts";
import { parseAmount } from "#web/record/amount.ts";
import { textOf } from "#web/textOf.ts";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type ShipDialogProps = {
  readonly order: Order;
  readonly refreshes: readonly Operation[];
  readonly onClose: () => void;
};

/** The carrier and the tracking number of a prepared order. */
export function ShipDialog({ order, refreshes, onClose }: ShipDialogProps) {
  const t = useMessages("shopOrders");
  const messages = useMessages();
  const shipment = useShipment();
  const { carrier, tracking, weight, feeMinor, isReady } = shipment;
  const toast = useToast();
  const ship = useWrite(shopOrders.ship, { refreshes });
  const { id, version, reference } = order;
  const handleConfirm = () =>
    ship.mutate(
      { id, version, carrier, tracking: tracking.trim(), weight: weight.trim(), feeMinor: feeMinor ?? 0 },
      {
        onSuccess: () => {
          toast({ text: t("steps.ship.done", { name: reference }) });
          onClose();
        },
      },
    );
  return (
    <SidePanel
      isOpen
      title={t("steps.ship.title", { name: reference })}
      onClose={onClose}
      pinned={
        ship.error !== null && (
          <Alert color="red" role="alert">
            {textOf(ship.error)}
          </Alert>
        )
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button disabled={!isReady} loading={ship.isPending} onClick={handleConfirm}>
            {t("steps.ship.confirm")}
          </Button>
        </>
      }
    >
      <Fields {...shipment} />
    </SidePanel>
  );
}

/** What is typed. The fee may be left out. */
function useShipment() {
  const [carrier, setCarrier] = useState<Carrier>(carriers[0]);
  const [tracking, setTracking] = useState("");
  const [weight, setWeight] = useState("");
  const [fee, setFee] = useState("");
  const feeMinor = fee.trim() === "" ? 0 : parseAmount(fee, 2);
  const isReady = tracking.trim() !== "" && typeof feeMinor === "number";
  return { carrier, setCarrier, tracking, setTracking, weight, setWeight, fee, setFee, feeMinor, isReady };
}

function Fields(shipment: ReturnType<typeof useShipment>) {
  const t = useMessages("shopOrders");
  const { carrier, setCarrier, tracking, setTracking, weight, setWeight, fee, setFee, feeMinor } = shipment;
  return (
    <>
      <Select
        label={t("columns.carrier")}
        data={[...carriers]}
        allowDeselect={false}
        value={carrier}
        onChange={(chosen) => setCarrier(chosen ?? carriers[0])}
      />
      <TextInput
        required
        data-autofocus
        label={t("shipping.tracking")}
        dir="ltr"
        autoComplete="off"
        maxLength={orderLimits.trackingMax}
        value={tracking}
        onChange={({ currentTarget }) => setTracking(currentTarget.value)}
      />
      <TextInput
        label={t("shipping.weight")}
        maxLength={orderLimits.weightMax}
        value={weight}
        onChange={({ currentTarget }) => setWeight(currentTarget.value)}
      />
      <TextInput
        label={t("shipping.fee")}
        dir="ltr"
        inputMode="decimal"
        leftSection={<span>{shopCurrency}</span>}
        leftSectionWidth={52}
        value={fee}
        error={typeof feeMinor === "number" ? null : t("shipping.feeWrong")}
        onChange={({ currentTarget }) => setFee(currentTarget.value)}
      />
    </>
  );
}
