import { Alert, Button, NumberInput, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { type FieldError, Refusal } from "#base/refusal.ts";
import { assignments } from "#features/assignments/contract.ts";
import type { TermsPatch } from "#features/assignments/contract/changes.ts";
import { type Assignment, cashbackModes, type Shop, stockStatuses } from "#features/assignments/contract/rows.ts";
import classes from "#features/assignments/web/TermsDialog.module.css";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { shownBy } from "#features/assignments/web/useChange.ts";
import { useWrite } from "#web/operations.ts";
import { parseAmount, writeAmount } from "#web/record/amount.ts";
import { issueText, textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

type TermsDialogProps = { readonly assignment: Assignment; readonly shop: Shop; readonly onClose: () => void };

/** What is typed, as it is typed. */
type Typed = {
  readonly price: string;
  readonly stock: Assignment["stockStatus"];
  readonly mode: Assignment["cashbackMode"];
  readonly percent: number | string;
  readonly fixed: string;
  readonly monthly: number | string;
  readonly sku: string;
  readonly url: string;
  readonly ends: string;
};

/** Price, stock, cashback and period of one product at one retailer. */
export function TermsDialog({ assignment, shop, onClose }: TermsDialogProps) {
  const t = useWords("assignments");
  const shellWords = useWords();
  const texts = useAssignTexts();
  const toast = useToast();
  const currency = assignment.currency ?? shop.currency;
  const digits = minorDigitsByCurrency.get(currency ?? "") ?? 2;
  const [typed, setTyped] = useState(() => typedOf(assignment, digits));
  const write = useWrite(assignments.update, { refreshes: shownBy });
  const patch = patchOf(typed, { currency, digits });
  const errors = write.error instanceof Refusal ? write.error.errors : [];
  const problem = (path: string) => problemAt(errors, path);
  const set = (more: Partial<Typed>) => setTyped({ ...typed, ...more });
  const amount = (text: string) => (parseAmount(text, digits) === undefined ? t("wrongAmount") : null);
  const handleSave = () =>
    write.mutate(
      { id: assignment.id, version: assignment.version, ...patch! },
      {
        onSuccess: () => {
          toast({ text: t("saved") });
          onClose();
        },
      },
    );
  return (
    <Dialog
      isOpen
      title={texts.nameOf(assignment.product)}
      onClose={onClose}
      widthPx={560}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellWords("buttons.cancel")}
          </Button>
          <Button disabled={patch === null} loading={write.isPending} onClick={handleSave} data-terms-save>
            {t("save")}
          </Button>
        </>
      }
    >
      {write.error && errors.length === 0 && (
        <Alert color="red" mb="md" role="alert">
          {textOf(write.error)}
        </Alert>
      )}
      <div className={classes.fields}>
        <TextInput
          label={t("fields.price")}
          description={t(currency === null ? "noCurrency" : "emptyPrice")}
          disabled={currency === null}
          error={amount(typed.price) ?? problem("priceMinor") ?? problem("currency")}
          inputMode="decimal"
          dir="ltr"
          leftSection={<small>{currency}</small>}
          leftSectionWidth={48}
          value={typed.price}
          onChange={({ currentTarget }) => set({ price: currentTarget.value })}
          data-autofocus
        />
        <Select
          label={t("fields.stockStatus")}
          allowDeselect={false}
          data={stockStatuses.map((value) => ({ value, label: t(`stock.${value}`) }))}
          value={typed.stock}
          onChange={(value) => set({ stock: value as Typed["stock"] })}
        />
        <div className={classes.wide}>
          <p className={classes.label}>{t("fields.cashbackMode")}</p>
          <SegmentedControl
            aria-label={t("fields.cashbackMode")}
            data={cashbackModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
            value={typed.mode}
            onChange={(value) => set({ mode: value as Typed["mode"] })}
          />
        </div>
        {typed.mode === "bps" && (
          <NumberInput
            label={t("fields.cashbackBps")}
            description={t("rateMax", { figure: shop.maxCashbackBps / 100 })}
            error={problem("cashbackBps")}
            min={0}
            max={100}
            decimalScale={2}
            suffix="%"
            dir="ltr"
            value={typed.percent}
            onChange={(percent) => set({ percent })}
          />
        )}
        {typed.mode === "fixed" && (
          <TextInput
            label={t("fields.cashbackFixedMinor")}
            error={amount(typed.fixed) ?? problem("cashbackFixedMinor")}
            inputMode="decimal"
            dir="ltr"
            leftSection={<small>{currency}</small>}
            leftSectionWidth={48}
            value={typed.fixed}
            onChange={({ currentTarget }) => set({ fixed: currentTarget.value })}
          />
        )}
        <NumberInput
          label={t("fields.consumerCapPerMonth")}
          error={problem("consumerCapPerMonth")}
          min={1}
          allowDecimal={false}
          dir="ltr"
          value={typed.monthly}
          onChange={(monthly) => set({ monthly })}
        />
        <TextInput
          label={t("fields.endsAt")}
          type="date"
          error={problem("endsAt")}
          value={typed.ends}
          onChange={({ currentTarget }) => set({ ends: currentTarget.value })}
        />
        <TextInput
          label={t("fields.retailerSku")}
          error={problem("retailerSku")}
          dir="ltr"
          value={typed.sku}
          onChange={({ currentTarget }) => set({ sku: currentTarget.value })}
        />
        <TextInput
          label={t("fields.shelfUrl")}
          error={problem("shelfUrl")}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={typed.url}
          onChange={({ currentTarget }) => set({ url: currentTarget.value })}
        />
      </div>
    </Dialog>
  );
}

const typedOf = (assignment: Assignment, digits: number): Typed => ({
  price: assignment.priceMinor === null ? "" : writeAmount(assignment.priceMinor, digits),
  stock: assignment.stockStatus,
  mode: assignment.cashbackMode,
  percent: assignment.cashbackBps === null ? "" : assignment.cashbackBps / 100,
  fixed: assignment.cashbackFixedMinor === null ? "" : writeAmount(assignment.cashbackFixedMinor, digits),
  monthly: assignment.consumerCapPerMonth ?? "",
  sku: assignment.retailerSku ?? "",
  url: assignment.shelfUrl ?? "",
  ends: assignment.endsAt?.slice(0, 10) ?? "",
});

/** Null while an amount is none. */
function patchOf(typed: Typed, { currency, digits }: { currency: string | null; digits: number }): TermsPatch | null {
  const price = parseAmount(typed.price, digits);
  const fixed = typed.mode === "fixed" ? parseAmount(typed.fixed, digits) : null;
  if (price === undefined || fixed === undefined) return null;
  return {
    priceMinor: price,
    ...(price !== null || fixed !== null ? { currency } : {}),
    stockStatus: typed.stock,
    cashbackMode: typed.mode,
    cashbackBps: typed.mode === "bps" && typeof typed.percent === "number" ? Math.round(typed.percent * 100) : null,
    cashbackFixedMinor: fixed,
    consumerCapPerMonth: typeof typed.monthly === "number" ? typed.monthly : null,
    endsAt: typed.ends === "" ? null : `${typed.ends}T00:00:00.000Z`,
    retailerSku: typed.sku.trim() || null,
    shelfUrl: typed.url.trim() || null,
  };
}

const problemAt = (errors: readonly FieldError[], path: string): string | null => {
  const found = errors.find((error) => error.path === path);
  return found ? issueText(found) : null;
};
