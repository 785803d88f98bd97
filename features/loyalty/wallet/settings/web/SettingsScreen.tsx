import { Alert, Button, Select, Stack, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import {
  decimalSigns,
  expiryDaysLimits,
  expiryDestinations,
  type LoyaltySettings,
  loyaltySettings,
  payoutNoteMax,
} from "#features/loyalty/wallet/contract/settings.ts";
import { isPayable } from "#features/loyalty/wallet/rules/paypal.ts";
import { methodCoolDownHours } from "#features/loyalty/wallet/rules/payouts.ts";
import { MinimumFields } from "#features/loyalty/wallet/settings/web/MinimumFields.tsx";
import { type SettingsDraft, draftOf, patchOf } from "#features/loyalty/wallet/settings/web/useSettingsDraft.ts";
import { WholeNumberInput } from "#features/loyalty/wallet/settings/web/WholeNumberInput.tsx";
import { WalletTabs } from "#features/loyalty/wallet/web/WalletTabs.tsx";
import { CurrencyChoice } from "#features/loyalty/wallet/web/MoneyFields.tsx";
import { useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** The settings of cashback and payouts. Who may not change them sees them. */
export function SettingsScreen() {
  const t = useMessages("loyaltySettings");
  const { data, error, refetch, isFetching } = useRead(loyaltySettings.get, {});
  return (
    <Page title={t("title")} lead={t("lead")}>
      <WalletTabs />
      {data ? (
        // What was typed on an older version is not written over a newer one.
        <SettingsForm key={data.version} settings={data} onConflict={() => void refetch()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={9} rowPx={48} />
      )}
    </Page>
  );
}

type SettingsFormProps = { readonly settings: LoyaltySettings; readonly onConflict: () => void };

function SettingsForm({ settings, onConflict }: SettingsFormProps) {
  const t = useMessages("loyaltySettings");
  const can = useCan();
  const toast = useToast();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const write = useWrite(loyaltySettings.update, { refreshes: [loyaltySettings.get] });
  const patch = patchOf(draft, settings);
  const isReadOnly = !can(loyaltySettings.update);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (patch === null) return;
    write.mutate(
      { version: settings.version, ...patch },
      {
        onSuccess: () => toast({ text: t("saved") }),
        onError: (error) => {
          if (!(error instanceof Refusal) || error.code !== commonRefusals.version_conflict().code) return;
          toast({ variant: "error", text: t("conflict") });
          onConflict();
        },
      },
    );
  };
  const part = { draft, isReadOnly, onChange: (changes: Partial<SettingsDraft>) => setDraft({ ...draft, ...changes }) };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md" py="md" maw={720}>
        <PayoutFields {...part} />
        <ExpiryFields {...part} />
        {write.error && (
          <Alert color="red" role="alert">
            {textOf(write.error)}
          </Alert>
        )}
        {!isReadOnly && (
          <div>
            <Button
              type="submit"
              disabled={patch === null || Object.keys(patch).length === 0}
              loading={write.isPending}
            >
              {t("save")}
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

type PartProps = {
  readonly draft: SettingsDraft;
  readonly isReadOnly: boolean;
  readonly onChange: (changes: Partial<SettingsDraft>) => void;
};

function PayoutFields({ draft, isReadOnly, onChange }: PartProps) {
  const t = useMessages("loyaltySettings");
  return (
    <CardSection title={t("payouts")} lead={t("payoutsText")}>
      <Stack gap="md">
        <CurrencyChoice
          label={t("platformCurrency")}
          hint={t("platformCurrencyHint")}
          isDisabled={isReadOnly}
          isOffered={isPayable}
          value={draft.platformCurrency}
          onChange={(currency) => onChange({ platformCurrency: currency ?? draft.platformCurrency })}
        />
        <MinimumFields
          minimums={draft.payoutMinimums}
          isReadOnly={isReadOnly}
          onChange={(payoutMinimums) => onChange({ payoutMinimums })}
        />
        <Select
          label={t("paypalDecimal")}
          description={t("paypalDecimalHint")}
          disabled={isReadOnly}
          data={decimalSigns.map((value) => ({ value, label: t(`decimal.${value === "." ? "point" : "comma"}`) }))}
          allowDeselect={false}
          value={draft.paypalDecimal}
          onChange={(value) => onChange({ paypalDecimal: decimalSigns.find((each) => each === value) ?? "." })}
        />
        <TextInput
          label={t("payoutNote")}
          description={t("payoutNoteHint")}
          disabled={isReadOnly}
          maxLength={payoutNoteMax}
          value={draft.payoutNote}
          onChange={({ currentTarget }) => onChange({ payoutNote: currentTarget.value })}
        />
        <WholeNumberInput
          label={t("methodCoolDownHours")}
          hint={t("methodCoolDownHoursHint", methodCoolDownHours)}
          limits={methodCoolDownHours}
          isDisabled={isReadOnly}
          typed={draft.methodCoolDownHours}
          onType={(typed) => onChange({ methodCoolDownHours: typed })}
        />
      </Stack>
    </CardSection>
  );
}

function ExpiryFields({ draft, isReadOnly, onChange }: PartProps) {
  const t = useMessages("loyaltySettings");
  return (
    <CardSection title={t("expiry")} lead={t("expiryText")}>
      <Stack gap="md">
        <Select
          label={t("expiry")}
          disabled={isReadOnly}
          data={(["after", "never"] as const).map((value) => ({
            value,
            label: t(value === "never" ? "never" : "expires"),
          }))}
          allowDeselect={false}
          value={draft.doesExpire ? "after" : "never"}
          onChange={(value) => onChange({ doesExpire: value === "after" })}
        />
        {draft.doesExpire && (
          <WholeNumberInput
            label={t("after")}
            hint={t("afterHint", expiryDaysLimits)}
            limits={expiryDaysLimits}
            isDisabled={isReadOnly}
            typed={draft.expiryDays}
            onType={(typed) => onChange({ expiryDays: typed })}
          />
        )}
        <Select
          label={t("expiryDestination")}
          disabled={isReadOnly}
          data={expiryDestinations.map((value) => ({ value, label: t(`destination.${value}`) }))}
          allowDeselect={false}
          value={draft.expiryDestination}
          onChange={(value) =>
            onChange({ expiryDestination: expiryDestinations.find((each) => each === value) ?? "charity" })
          }
        />
        <p>{t("waiting")}</p>
      </Stack>
    </CardSection>
  );
}
