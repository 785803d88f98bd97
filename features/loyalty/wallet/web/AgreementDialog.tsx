import { Select, Stack } from "@mantine/core";
import { useState } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { type Funding, funding, fundingPolicies } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";
import { AmountInput, CurrencyChoice, typedMinor } from "#features/loyalty/wallet/web/MoneyFields.tsx";
import { useWrite } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type Policy = (typeof fundingPolicies)[number];
type Terms = { readonly policy: Policy; readonly limit: string; readonly low: string };

type AgreementDialogProps = { readonly funding: Funding; readonly onClose: () => void };

/** What was agreed with a brand in one currency: paid in advance or not, and when to warn. */
export function AgreementDialog({ funding: { brandId, brand, accounts }, onClose }: AgreementDialogProps) {
  const t = useMessages("wallet");
  const toast = useToast();
  const [currency, setCurrency] = useState<string | null>(accounts[0]?.currency ?? null);
  const [terms, setTerms] = useState<Terms>(() => termsOf(accounts, currency));
  const write = useWrite(funding.updateAgreement, { refreshes: [funding.get, overview.get] });
  const { policy, limit, low } = terms;
  const limitMinor = policy === "prepaid" ? 0 : typedMinor(limit, currency);
  const lowBalanceMinor = typedMinor(low, currency);
  const isReady = currency !== null && typeof limitMinor === "number" && lowBalanceMinor !== undefined;
  return (
    <ReasonDialog
      title={t("fundingPage.terms")}
      text={t("agreement.text", { brand })}
      confirmLabel={t("agreement.confirm")}
      reasonMax={0}
      isReady={isReady}
      isPending={write.isPending}
      error={write.error}
      onConfirm={() =>
        isReady &&
        write.mutate(
          { id: brandId, currency, policy, limitMinor, lowBalanceMinor },
          {
            onSuccess: () => {
              toast({ text: t("agreement.done") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Stack gap="md">
        <CurrencyChoice
          label={t("currency")}
          value={currency}
          onChange={(value) => {
            setCurrency(value);
            setTerms(termsOf(accounts, value));
          }}
        />
        <TermFields terms={terms} currency={currency} onChange={setTerms} />
      </Stack>
    </ReasonDialog>
  );
}

type TermFieldsProps = {
  readonly terms: Terms;
  readonly currency: string | null;
  readonly onChange: (terms: Terms) => void;
};

function TermFields({ terms, currency, onChange }: TermFieldsProps) {
  const t = useMessages("wallet");
  const { policy, limit, low } = terms;
  return (
    <>
      <Select
        required
        label={t("fundingPage.policyTitle")}
        data={fundingPolicies.map((value) => ({ value, label: t(`fundingPage.policy.${value}`) }))}
        allowDeselect={false}
        value={policy}
        onChange={(value) =>
          onChange({ ...terms, policy: fundingPolicies.find((each) => each === value) ?? "prepaid" })
        }
      />
      {policy === "postpaid" && (
        <AmountInput
          isRequired
          label={t("agreement.limit")}
          currency={currency}
          typed={limit}
          onType={(typed) => onChange({ ...terms, limit: typed })}
        />
      )}
      <AmountInput
        label={t("fundingPage.warnBelow")}
        hint={t("agreement.lowHint")}
        currency={currency}
        typed={low}
        onType={(typed) => onChange({ ...terms, low: typed })}
      />
    </>
  );
}

/** Those that hold now, as they are typed. */
function termsOf(accounts: Funding["accounts"], currency: string | null): Terms {
  const known = accounts.find((account) => account.currency === currency);
  const written = (minor: number | null) =>
    minor === null ? "" : writeAmount(minor, minorDigitsByCurrency.get(currency ?? "") ?? 2);
  return {
    policy: known?.policy ?? "prepaid",
    limit: written(known?.limitMinor ?? null),
    low: written(known?.lowBalanceMinor ?? null),
  };
}
