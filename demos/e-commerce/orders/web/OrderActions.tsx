import { Button, Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Order, orderLimits, shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { orderLifecycle } from "#demos/e-commerce/orders/lifecycle.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArrowBackUp, IconCheck, IconHome, IconPackage, IconSend, IconX } from "#web/ui/icons.ts";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);
const ShipDialog = lazy(() =>
  import("#demos/e-commerce/orders/web/ShipDialog.tsx").then((module) => ({ default: module.ShipDialog })),
);
const RefundDialog = lazy(() =>
  import("#demos/e-commerce/orders/web/RefundDialog.tsx").then((module) => ({ default: module.RefundDialog })),
);

const { list, countByStatus, get, activity } = shopOrders;
const refreshes = [list, countByStatus, get, activity];

type Action = ReturnType<typeof orderLifecycle.from>[number]["action"];
/** The next step of an order on its usual way: a button of its own. */
const leading: ReadonlySet<Action> = new Set(["accept", "prepare", "ship", "deliver"]);
const icons: Readonly<Record<Action, typeof IconCheck>> = {
  accept: IconCheck,
  acceptRemote: IconCheck,
  acceptPreOrder: IconCheck,
  fail: IconX,
  prepare: IconPackage,
  ship: IconSend,
  deliver: IconHome,
  cancel: IconX,
  refund: IconArrowBackUp,
};
type OpenDialog = "ship" | "refund" | "cancel";

/** The transitions of an order: the usual next one as a button, the others in a menu. */
export function OrderActions({ record }: { readonly record: Order }) {
  const t = useMessages("shopOrders");
  const can = useCan();
  const toast = useToast();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const change = useWrite(shopOrders.changeStatus, { refreshes });
  const { id, version, reference } = record;
  const steps = orderLifecycle
    .from(record)
    .filter(({ action }) =>
      action === "refund" ? can(shopOrders.refund) && record.paidMinor > 0 : can(shopOrders.changeStatus),
    );
  const take = (to: Order["status"], action: Action, reason?: string) =>
    change.mutate(
      { id, version, to, ...(reason === undefined ? {} : { reason }) },
      {
        onSuccess: () => {
          setOpen(null);
          toast({ text: t(`steps.${action}.done`, { name: reference }) });
        },
        onError: (error) => open === null && toast({ variant: "error", text: textOf(error) }),
      },
    );
  const handleStep = ({ action, to }: (typeof steps)[number]) => {
    if (action === "ship" || action === "refund" || action === "cancel") setOpen(action);
    else take(to, action);
  };
  const next = steps.find(({ action }) => leading.has(action));
  const others = steps.filter((step) => step !== next);
  const handleClose = () => setOpen(null);
  return (
    <>
      {next && <NextStep step={next} isPending={change.isPending} onStep={handleStep} />}
      {others.length > 0 && <FurtherSteps steps={others} onStep={handleStep} />}
      <Suspense>
        {open === "ship" && <ShipDialog order={record} refreshes={refreshes} onClose={handleClose} />}
        {open === "refund" && <RefundDialog order={record} refreshes={refreshes} onClose={handleClose} />}
        {open === "cancel" && (
          <ReasonDialog
            title={t("steps.cancel.title", { name: reference })}
            text={t("steps.cancel.text")}
            confirmLabel={t("steps.cancel.confirm")}
            reasonMax={orderLimits.reasonMax}
            isDangerous
            isPending={change.isPending}
            error={change.error}
            onConfirm={(reason) => take("canceled", "cancel", reason)}
            onClose={handleClose}
          />
        )}
      </Suspense>
    </>
  );
}

type Steps = ReturnType<typeof orderLifecycle.from>;
type NextStepProps = {
  readonly step: Steps[number];
  readonly isPending: boolean;
  readonly onStep: (step: Steps[number]) => void;
};

function NextStep({ step, isPending, onStep }: NextStepProps) {
  const t = useMessages("shopOrders");
  const Icon = icons[step.action];
  return (
    <Button leftSection={<Icon size={18} stroke={1.75} aria-hidden />} loading={isPending} onClick={() => onStep(step)}>
      {t(`steps.${step.action}.button`)}
    </Button>
  );
}

type FurtherStepsProps = { readonly steps: Steps; readonly onStep: (step: Steps[number]) => void };

function FurtherSteps({ steps, onStep }: FurtherStepsProps) {
  const t = useMessages("shopOrders");
  return (
    <MoreMenu>
      {steps.map((step) => {
        const Icon = icons[step.action];
        return (
          <Menu.Item
            key={step.action}
            {...(step.action === "cancel" ? { color: "red" } : {})}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onStep(step)}
          >
            {t(`steps.${step.action}.button`)}
          </Menu.Item>
        );
      })}
    </MoreMenu>
  );
}
