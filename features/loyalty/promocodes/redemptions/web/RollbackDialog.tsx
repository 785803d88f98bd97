import { Alert, Button, Checkbox, NumberInput, Stack } from "@mantine/core";
import { useState } from "react";
import { callLimits, redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { redemptions, type RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { minorText } from "#web/record/minorText.ts";
import { textOf } from "#web/textOf.ts";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RollbackDialogProps = { readonly trace: RedemptionTrace; readonly onClose: () => void };

/** Asks what to give back, all that is left or units of some lines, and why. */
export function RollbackDialog({ trace, onClose }: RollbackDialogProps) {
  const t = useMessages("redemptions");
  const shellMessages = useMessages();
  const language = useLanguage();
  const toast = useToast();
  const [isWhole, setWhole] = useState(true);
  const [units, setUnits] = useState<Units>({});
  const [reason, setReason] = useState("");
  const write = useWrite(redemptionCalls.rollback, {
    refreshes: [redemptions.list, redemptions.trace, redemptions.results],
  });
  const lines = trace.lines.flatMap(({ number }) => (units[number] ? [{ number, quantity: units[number] }] : []));
  const isReady = reason.trim() !== "" && (isWhole || lines.length > 0);
  const handleConfirm = () =>
    write.mutate(
      { id: trace.id, reason: reason.trim(), ...(isWhole ? {} : { lines }) },
      {
        onSuccess: () => {
          toast({ text: t("rollback.done", { ref: trace.orderRef }) });
          onClose();
        },
      },
    );
  return (
    <SidePanel
      isOpen
      title={t("rollback.title", { ref: trace.orderRef })}
      onClose={onClose}
      pinned={
        <>
          <ReasonInput
            maxRows={4}
            maxLength={callLimits.reason}
            label={t("rollback.reason")}
            value={reason}
            onChange={setReason}
            data-autofocus
          />
          {write.error && (
            <Alert color="red" role="alert">
              {textOf(write.error)}
            </Alert>
          )}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button color="red" disabled={!isReady} loading={write.isPending} onClick={handleConfirm}>
            {t("rollback.confirm")}
          </Button>
        </>
      }
    >
      <p>{t("rollback.text", { amount: minorText(language, trace.discountLeftMinor, trace.currency) })}</p>
      <Stack gap="sm" mt="md">
        <Checkbox
          label={t("rollback.whole")}
          checked={isWhole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
        {!isWhole && <UnitFields lines={trace.lines} units={units} onChange={setUnits} />}
      </Stack>
    </SidePanel>
  );
}

type Units = Readonly<Record<number, number>>;
type UnitFieldsProps = {
  readonly lines: RedemptionTrace["lines"];
  /** By the number of the line. */
  readonly units: Units;
  readonly onChange: (units: Units) => void;
};

/** How many units of each line are returned. */
function UnitFields({ lines, units, onChange }: UnitFieldsProps) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  return lines.map(({ number, product, quantityLeft }) => (
    <NumberInput
      key={number}
      label={product ? (product.nameI18n[language] ?? product.name) : t("lines.unlisted", { number })}
      description={t("rollback.unitsLeft", { units: formatNumber(language, Math.floor(quantityLeft)) })}
      min={0}
      max={Math.floor(quantityLeft)}
      disabled={quantityLeft < 1}
      allowDecimal={false}
      value={units[number] ?? 0}
      onChange={(value) => onChange({ ...units, [number]: Number(value) })}
    />
  ));
}
