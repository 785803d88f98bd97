import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Funding, funding, fundingLimits } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { AmountInput, CurrencyChoice, typedMinor } from "#features/loyalty/wallet/web/MoneyFields.tsx";
import { minorText } from "#web/record/minorText.ts";
import { newId } from "#web/newId.ts";
import { useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type TopUpDialogProps = { readonly funding: Funding; readonly onClose: () => void };

/** Records money that a brand paid, with the reference by which it is found at the bank. */
export function TopUpDialog({ funding: { brandId, brand, accounts }, onClose }: TopUpDialogProps) {
  const t = useMessages("wallet");
  const language = useLanguage();
  const toast = useToast();
  const [topUpId] = useState(newId);
  const [currency, setCurrency] = useState<string | null>(accounts[0]?.currency ?? null);
  const [typed, setTyped] = useState("");
  const [reference, setReference] = useState("");
  const write = useWrite(funding.topUp, { refreshes: [funding.get, overview.get] });
  const amountMinor = typedMinor(typed, currency) ?? 0;
  return (
    <ReasonDialog
      title={t("fundingPage.topUp")}
      text={t("topUp.text", { brand })}
      confirmLabel={t("topUp.confirm")}
      reasonMax={0}
      isReady={currency !== null && amountMinor > 0 && reference.trim() !== ""}
      isPending={write.isPending}
      error={write.error}
      onConfirm={() => {
        if (currency === null) return;
        const money = { currency, amountMinor, reference: reference.trim() };
        write.mutate(
          { id: brandId, topUpId, ...money },
          {
            onSuccess: () => {
              toast({ text: t("topUp.done", { amount: minorText(language, amountMinor, currency) }) });
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <CurrencyChoice label={t("currency")} value={currency} onChange={setCurrency} />
        <AmountInput isRequired label={t("amount")} currency={currency} typed={typed} onType={setTyped} />
        <TextInput
          required
          label={t("topUp.reference")}
          description={t("topUp.referenceHint")}
          maxLength={fundingLimits.reference}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
      </Stack>
    </ReasonDialog>
  );
}
