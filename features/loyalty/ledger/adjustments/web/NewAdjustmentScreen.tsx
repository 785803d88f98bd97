import { Alert, Button, Select, TextInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { ledgerAdjustments, reasonMax } from "#features/loyalty/ledger/contract/adjustments.ts";
import {
  type AccountChoice,
  AccountFields,
  emptyAccount,
  inputOf,
} from "#features/loyalty/ledger/adjustments/web/AccountFields.tsx";
import classes from "#features/loyalty/ledger/adjustments/web/NewAdjustmentScreen.module.css";
import { adjustmentsPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { currencyName } from "#web/formats.ts";
import { newId } from "#web/newId.ts";
import { useWrite } from "#web/operations.ts";
import { amountExample, parseAmount } from "#web/record/amount.ts";
import { textOf } from "#web/textOf.ts";
import { Page } from "#web/ui/Page.tsx";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Asks for an amount to be moved. Nothing is posted before another person approves. */
export function NewAdjustmentScreen() {
  const t = useMessages("adjustments");
  const router = useRouter();
  const toast = useToast();
  const [id] = useState(newId);
  const [source, setSource] = useState<AccountChoice>(emptyAccount);
  const [destination, setDestination] = useState<AccountChoice>(emptyAccount);
  const [currency, setCurrency] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const write = useWrite(ledgerAdjustments.create, { refreshes: [ledgerAdjustments.list] });
  const amountMinor = parseAmount(typed, minorDigitsByCurrency.get(currency ?? "") ?? 2) ?? 0;
  const [from, to] = [inputOf(source), inputOf(destination)];
  const isReady = from && to && currency !== null && amountMinor > 0 && reason.trim() !== "";
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isReady) return;
    write.mutate(
      { id, source: from, destination: to, currency, amountMinor, reason: reason.trim() },
      {
        onSuccess: ({ code }) => {
          toast({ text: t("done.asked", { code }) });
          void router.navigate({ to: `${adjustmentsPath}/${id}` });
        },
      },
    );
  };
  return (
    <Page
      title={t("new")}
      lead={t("form.lead")}
      layout="boxed"
      breadcrumbs={[{ title: t("title"), to: adjustmentsPath }, { title: t("new") }]}
    >
      <form className={classes.form} onSubmit={handleSubmit}>
        <div className={classes.ends}>
          <AccountFields title={t("form.source")} account={source} onChange={setSource} />
          <AccountFields title={t("form.destination")} account={destination} onChange={setDestination} />
        </div>
        <AmountFields currency={currency} onCurrency={setCurrency} typed={typed} onType={setTyped} />
        <ReasonInput label={t("columns.reason")} maxLength={reasonMax} value={reason} onChange={setReason} />
        {write.error && (
          <Alert color="red" role="alert">
            {textOf(write.error)}
          </Alert>
        )}
        <div>
          <Button type="submit" disabled={!isReady} loading={write.isPending}>
            {t("form.submit")}
          </Button>
        </div>
      </form>
    </Page>
  );
}

type AmountFieldsProps = {
  readonly currency: string | null;
  readonly onCurrency: (currency: string | null) => void;
  readonly typed: string;
  readonly onType: (typed: string) => void;
};

function AmountFields({ currency, onCurrency, typed, onType }: AmountFieldsProps) {
  const t = useMessages("adjustments");
  const language = useLanguage();
  const decimals = minorDigitsByCurrency.get(currency ?? "") ?? 2;
  const isWrong = typed !== "" && !parseAmount(typed, decimals);
  return (
    <div className={classes.ends}>
      <Select
        required
        searchable
        label={t("form.currency")}
        data={[...minorDigitsByCurrency.keys()]
          .toSorted()
          .map((value) => ({ value, label: `${value} – ${currencyName(language, value)}` }))}
        value={currency}
        onChange={onCurrency}
      />
      <TextInput
        required
        label={t("columns.amount")}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        disabled={currency === null}
        error={isWrong && t("form.wrongAmount", { example: amountExample(decimals) })}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </div>
  );
}
