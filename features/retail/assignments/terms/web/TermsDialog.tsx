import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { addDays, dayIn, instantAt, isDay } from "#base/days.ts";
import { lastValidDay } from "#base/expiry.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { type FieldError, Refusal } from "#base/refusal.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { TermsPatch } from "#features/retail/assignments/contract/changes.ts";
import type { Assignment, RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { fixedMaxMinor } from "#features/retail/assignments/rules.ts";
import { TermsFields, type TermsDraft } from "#features/retail/assignments/terms/web/TermsFields.tsx";
import { typedBps, typedCount } from "#web/record/typedFigures.ts";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { shownBy } from "#features/retail/assignments/changes/web/useChange.ts";
import { useWrite } from "#web/operations.ts";
import { parseAmount } from "#web/record/amount.ts";
import { issueText, textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type TermsDialogProps = {
  readonly assignment: Assignment;
  readonly shop: RetailerSettings;
  readonly onClose: () => void;
};

/** Price, stock, cashback and period of one product at one retailer. */
export function TermsDialog({ assignment, shop, onClose }: TermsDialogProps) {
  const t = useMessages("assignments");
  const shellMessages = useMessages();
  const texts = useAssignTexts();
  const toast = useToast();
  const currency = assignment.currency ?? shop.currency;
  const digits = minorDigitsByCurrency.get(currency ?? "") ?? 2;
  const timezone = shop.timezone ?? "UTC";
  const before = typedOf(assignment, { digits, timezone });
  const [typed, setTyped] = useState(before);
  const write = useWrite(assignments.update, { refreshes: shownBy });
  const patch = patchOf(typed, { before, currency, digits, timezone });
  const most = mostAt(assignment.price, patch, { currency, maxBps: shop.maxCashbackBps });
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
            {shellMessages("buttons.cancel")}
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
        most={{ bps: shop.maxCashbackBps, fixed: most === null ? null : texts.money(most, currency!) }}
        timezone={shop.timezone}
        problem={(path) => problemAt(errors, path)}
      />
    </Dialog>
  );
}

const typedOf = (assignment: Assignment, { digits, timezone }: { digits: number; timezone: string }): TermsDraft => ({
  price: assignment.priceMinor === null ? "" : writeAmount(assignment.priceMinor, digits),
  stock: assignment.stockStatus,
  mode: assignment.cashbackMode,
  percent: assignment.cashbackBps === null ? "" : String(assignment.cashbackBps / 100),
  fixed: assignment.cashbackFixedMinor === null ? "" : writeAmount(assignment.cashbackFixedMinor, digits),
  cap: assignment.cashbackCapMinor === null ? "" : writeAmount(assignment.cashbackCapMinor, digits),
  monthly: String(assignment.consumerCapPerMonth ?? ""),
  sku: assignment.retailerSku ?? "",
  url: assignment.shelfUrl ?? "",
  startsOn: dayIn(assignment.startsAt, timezone),
  endsOn: lastValidDay(assignment.endsAt, timezone) ?? "",
});

/** The maximum amount that the type allows at the typed price, else at today's; null without a price. */
function mostAt(
  price: Assignment["price"],
  patch: TermsPatch | null,
  { currency, maxBps }: { currency: string | null; maxBps: number },
): number | null {
  const typed = patch?.priceMinor ?? null;
  if (typed !== null) return fixedMaxMinor({ amountMinor: typed }, maxBps);
  return price?.source === "product" && price.currency === currency ? fixedMaxMinor(price, maxBps) : null;
}

type Circumstances = {
  readonly before: TermsDraft;
  readonly currency: string | null;
  readonly digits: number;
  readonly timezone: string;
};

/** Null while a number is invalid. */
function patchOf(typed: TermsDraft, { before, currency, digits, timezone }: Circumstances): TermsPatch | null {
  const price = parseAmount(typed.price, digits);
  const fixed = typed.mode === "fixed" ? parseAmount(typed.fixed, digits) : null;
  const cap = parseAmount(typed.cap, digits);
  const bps = typed.mode === "bps" ? typedBps(typed.percent) : null;
  const monthly = typedCount(typed.monthly);
  if (price === undefined || fixed === undefined || cap === undefined) return null;
  if (!isDay(typed.startsOn) || (typed.endsOn !== "" && !isDay(typed.endsOn))) return null;
  if (bps === undefined || monthly === undefined) return null;
  return {
    priceMinor: price,
    ...(price !== null || fixed !== null || cap !== null ? { currency } : {}),
    stockStatus: typed.stock,
    cashbackMode: typed.mode,
    cashbackBps: bps,
    cashbackFixedMinor: fixed,
    cashbackCapMinor: cap,
    consumerCapPerMonth: monthly,
    ...periodOf(typed, before, timezone),
    retailerSku: typed.sku.trim() || null,
    shelfUrl: typed.url.trim() || null,
  };
}

/** Only if changed, because it may begin within a day. */
function periodOf(typed: TermsDraft, before: TermsDraft, timeZone: string): Pick<TermsPatch, "startsAt" | "endsAt"> {
  const startOf = (day: string) => instantAt({ day, minute: 0, timeZone });
  return {
    ...(typed.startsOn === before.startsOn ? {} : { startsAt: startOf(typed.startsOn) }),
    ...(typed.endsOn === before.endsOn
      ? {}
      : { endsAt: typed.endsOn === "" ? null : startOf(addDays(typed.endsOn, 1)) }),
  };
}

const problemAt = (errors: readonly FieldError[], path: string): string | null => {
  const found = errors.find((error) => error.path === path);
  return found ? issueText(found) : null;
};
