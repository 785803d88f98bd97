import { Select } from "@mantine/core";
import type { AccountPurpose } from "#features/loyalty/ledger/contract/accounts.ts";
import type { AccountInput } from "#features/loyalty/ledger/contract/adjustments.ts";
import {
  type AdjustableOwner,
  adjustablePurposes,
} from "#features/loyalty/ledger/adjustments/web/useAdjustmentTexts.ts";
import classes from "#features/loyalty/ledger/adjustments/web/NewAdjustmentScreen.module.css";
import { pickBrand, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useMessages } from "#web/useMessages.ts";

export type AccountChoice = {
  readonly ownerKind: AdjustableOwner | null;
  readonly ownerId: string | null;
  readonly purpose: AccountPurpose | null;
};
export const emptyAccount: AccountChoice = { ownerKind: null, ownerId: null, purpose: null };

/** Null until everything is chosen. */
export function inputOf({ ownerKind, ownerId, purpose }: AccountChoice): AccountInput | null {
  if (ownerKind === null || purpose === null || (ownerKind !== "platform" && ownerId === null)) return null;
  return { ownerKind, ownerId, purpose };
}

const owners = Object.keys(adjustablePurposes) as AdjustableOwner[];
const pickables = { brand: pickBrand, retailer: pickRetailer };

type AccountFieldsProps = {
  readonly title: string;
  readonly account: AccountChoice;
  readonly onChange: (account: AccountChoice) => void;
};

/** An account by its owner and what it is for. */
export function AccountFields({ title, account, onChange }: AccountFieldsProps) {
  const t = useMessages("adjustments");
  const ledgerText = useMessages("ledger");
  const { ownerKind, ownerId, purpose } = account;
  const purposes: readonly AccountPurpose[] = ownerKind === null ? [] : adjustablePurposes[ownerKind];
  const handleOwnerKind = (value: string | null) => {
    const kind = owners.find((each) => each === value) ?? null;
    const only = kind !== null && kind !== "platform" ? adjustablePurposes[kind][0] : null;
    onChange({ ownerKind: kind, ownerId: null, purpose: only });
  };
  return (
    <fieldset className={classes.account}>
      <legend>{title}</legend>
      <Select
        required
        label={t("form.ownerKind")}
        data={owners.map((value) => ({ value, label: ledgerText(`ownerKind.${value}`) }))}
        allowDeselect={false}
        value={ownerKind}
        onChange={handleOwnerKind}
      />
      {ownerKind !== null && ownerKind !== "platform" && (
        <RecordPicker
          key={ownerKind}
          required
          label={ledgerText(`ownerKind.${ownerKind}`)}
          source={pickables[ownerKind]}
          nothingFound={t("form.nothingFound")}
          value={ownerId}
          onChange={(id) => onChange({ ...account, ownerId: id })}
        />
      )}
      {ownerKind !== null && (
        <Select
          required
          label={t("form.purpose")}
          data={purposes.map((value) => ({ value, label: ledgerText(`purpose.${value}`) }))}
          allowDeselect={false}
          value={purpose}
          onChange={(value) => onChange({ ...account, purpose: purposes.find((each) => each === value) ?? null })}
        />
      )}
    </fieldset>
  );
}
