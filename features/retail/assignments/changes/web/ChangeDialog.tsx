import { Alert, Box, Button, SegmentedControl, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { assignmentLimits, type Change } from "#features/retail/assignments/contract/changes.ts";
import { type RetailerSettings, stockStatuses } from "#features/retail/assignments/contract/rows.ts";
import { ChangeOutcome } from "#features/retail/assignments/changes/web/ChangeOutcome.tsx";
import { MoneyInput } from "#features/retail/assignments/terms/web/MoneyInput.tsx";
import { PercentInput } from "#features/retail/assignments/terms/web/PercentInput.tsx";
import { typedBps } from "#web/record/typedFigures.ts";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { isStale, useChange } from "#features/retail/assignments/changes/web/useChange.ts";
import { parseAmount } from "#web/record/amount.ts";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

export type BulkChangeKind = "pause" | "resume" | "end" | "setPrice" | "setRate" | "setCap" | "setStock";

type ChangeDialogProps = {
  readonly kind: BulkChangeKind;
  readonly shop: RetailerSettings;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** The entered values; each kind of change needs some of them. */
type ChangeDraft = {
  reason: string;
  price: string;
  cap: string;
  mode: "inherit" | "bps";
  percent: string;
  stock: (typeof stockStatuses)[number];
};
const typingMs = 300;

/** A bulk change: its fields, its preview, and the button to apply it. */
export function ChangeDialog({ kind, shop, ids, onClose, onDone }: ChangeDialogProps) {
  const t = useMessages("assignments");
  const shellMessages = useMessages();
  const texts = useAssignTexts();
  const toast = useToast();
  const [filled, setFilled] = useState<ChangeDraft>({
    reason: "",
    price: "",
    cap: "",
    mode: "inherit",
    percent: "",
    stock: "in_stock",
  });
  const [settled] = useDebouncedValue(filled, typingMs);
  const change = changeOf(kind, settled, ids, shop);
  const { preview, apply } = useChange(change, 50);
  const changing = preview.data?.counts.change ?? 0;
  const isReady =
    change !== null && settled === filled && changing > 0 && !preview.isFetching && !preview.isPlaceholderData;
  const handleApply = () =>
    apply.mutate(preview.data!.fingerprint, {
      onSuccess: ({ changed }) => {
        toast({ text: t(`change.${kind}.done`, { count: changed, figure: texts.figure(changed) }) });
        onDone();
      },
    });
  return (
    <SidePanel
      isOpen
      title={t(`change.${kind}.title`)}
      onClose={onClose}
      pinned={
        <>
          <ChangeFields kind={kind} shop={shop} filled={filled} onChange={setFilled} />
          {apply.error && (
            <Alert color={isStale(apply.error) ? "yellow" : "red"} role="alert">
              {textOf(apply.error)}
            </Alert>
          )}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button
            {...(kind === "end" ? { color: "red" } : {})}
            disabled={!isReady}
            loading={apply.isPending}
            onClick={handleApply}
            data-change-apply
          >
            {t(`change.${kind}.button`)}
          </Button>
        </>
      }
    >
      {change === null ? null : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
      ) : preview.data ? (
        <ChangeOutcome preview={preview.data} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </SidePanel>
  );
}

/** Null while a value is missing or invalid. */
function changeOf(
  kind: BulkChangeKind,
  filled: ChangeDraft,
  ids: readonly string[],
  shop: RetailerSettings,
): Change | null {
  const selection = { ids: [...ids] };
  switch (kind) {
    case "pause":
      return filled.reason.trim() === "" ? null : { kind, selection, reason: filled.reason.trim() };
    case "resume":
    case "end":
      return { kind, selection };
    case "setPrice": {
      const price = amountOf(filled.price, shop);
      if (price === undefined) return null;
      return { kind, selection, priceMinor: price?.amountMinor ?? null, currency: price?.currency ?? null };
    }
    case "setRate": {
      if (filled.mode === "inherit") return { kind, selection, cashbackMode: "inherit", cashbackBps: null };
      const cashbackBps = typedBps(filled.percent) ?? null;
      return cashbackBps === null ? null : { kind, selection, cashbackMode: "bps", cashbackBps };
    }
    case "setCap": {
      const cap = amountOf(filled.cap, shop);
      return cap === undefined ? null : { kind, selection, cap };
    }
    case "setStock":
      return { kind, selection, stockStatus: filled.stock };
  }
}

/** Null if empty; undefined if it is not an amount in the retailer's currency. */
function amountOf(text: string, shop: RetailerSettings): { amountMinor: number; currency: string } | null | undefined {
  const { currency, digits } = moneyOf(shop);
  const amountMinor = parseAmount(text, digits);
  if (amountMinor === null || amountMinor === undefined) return amountMinor;
  return currency === null ? undefined : { amountMinor, currency };
}

const moneyOf = ({ currency }: RetailerSettings) => ({
  currency,
  digits: minorDigitsByCurrency.get(currency ?? "") ?? 2,
});

type ChangeFieldsProps = {
  readonly kind: BulkChangeKind;
  readonly shop: RetailerSettings;
  readonly filled: ChangeDraft;
  readonly onChange: (filled: ChangeDraft) => void;
};

function ChangeFields({ kind, shop, filled, onChange }: ChangeFieldsProps) {
  const t = useMessages("assignments");
  const set = (more: Partial<ChangeDraft>) => onChange({ ...filled, ...more });
  if (kind === "pause") {
    return (
      <ReasonInput
        maxRows={4}
        maxLength={assignmentLimits.pauseReasonMax}
        label={t("reason")}
        value={filled.reason}
        onChange={(reason) => set({ reason })}
        data-autofocus
      />
    );
  }
  if (kind === "setPrice" || kind === "setCap") {
    const [field, label, hint] = amountFields[kind];
    return (
      <Box>
        <MoneyInput
          label={t(label)}
          hint={t(hint)}
          money={moneyOf(shop)}
          value={filled[field]}
          onChange={(value) => set({ [field]: value })}
          isFirst
        />
      </Box>
    );
  }
  if (kind === "setStock") {
    return (
      <Select
        label={t("fields.stockStatus")}
        allowDeselect={false}
        data={stockStatuses.map((value) => ({ value, label: t(`stock.${value}`) }))}
        value={filled.stock}
        onChange={(value) => set({ stock: value as ChangeDraft["stock"] })}
      />
    );
  }
  return kind === "setRate" ? <RateFields shop={shop} filled={filled} set={set} /> : null;
}

const amountFields = {
  setPrice: ["price", "fields.price", "emptyPrice"],
  setCap: ["cap", "fields.cashbackCapMinor", "emptyCap"],
} as const;

type RateFieldsProps = Pick<ChangeFieldsProps, "shop" | "filled"> & {
  readonly set: (more: Partial<ChangeDraft>) => void;
};

function RateFields({ shop, filled, set }: RateFieldsProps) {
  const t = useMessages("assignments");
  return (
    <>
      <SegmentedControl
        mb="sm"
        aria-label={t("fields.cashbackMode")}
        data={(["inherit", "bps"] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
        value={filled.mode}
        onChange={(mode) => set({ mode: mode })}
      />
      {filled.mode === "bps" && (
        <Box>
          <PercentInput
            label={t("fields.cashbackBps")}
            hint={t("rateMax", { figure: shop.maxCashbackBps / 100 })}
            problem={(typedBps(filled.percent) ?? 0) > shop.maxCashbackBps ? t("rateTooHigh") : null}
            value={filled.percent}
            onChange={(percent) => set({ percent })}
          />
        </Box>
      )}
    </>
  );
}
