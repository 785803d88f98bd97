import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { type FieldError, Refusal } from "#base/refusal.ts";
import { assignments } from "#features/assignments/contract.ts";
import type { TermsPatch } from "#features/assignments/contract/changes.ts";
import type { Assignment, Shop } from "#features/assignments/contract/rows.ts";
import { TermsFields, type Typed } from "#features/assignments/web/TermsFields.tsx";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { shownBy } from "#features/assignments/web/useChange.ts";
import { useWrite } from "#web/operations.ts";
import { parseAmount, writeAmount } from "#web/record/amount.ts";
import { issueText, textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

type TermsDialogProps = { readonly assignment: Assignment; readonly shop: Shop; readonly onClose: () => void };

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
      <TermsFields
        typed={typed}
        onChange={(more) => setTyped({ ...typed, ...more })}
        money={{ currency, digits }}
        maxBps={shop.maxCashbackBps}
        problem={(path) => problemAt(errors, path)}
      />
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
