import { latinDigits } from "#base/digits.ts";
import type { Input } from "#base/contract.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { writeAmount } from "#base/writeAmount.ts";
import {
  expiryDaysLimits,
  type LoyaltySettings,
  type loyaltySettings,
  payoutMinimumMax,
} from "#features/loyalty/wallet/contract/settings.ts";
import { methodCoolDownHours } from "#features/loyalty/wallet/rules/payouts.ts";
import { parseAmount } from "#web/record/amount.ts";
import { isSame } from "#web/record/sameValue.ts";

// Not hooks themselves: what the form has as it is typed, and what it would send.

export type SettingsDraft = Pick<
  LoyaltySettings,
  "platformCurrency" | "paypalDecimal" | "payoutNote" | "expiryDestination"
> & {
  readonly payoutMinimums: Readonly<Record<string, string>>;
  readonly doesExpire: boolean;
  readonly expiryDays: string;
  readonly methodCoolDownHours: string;
};

const digitsOf = (currency: string): number => minorDigitsByCurrency.get(currency) ?? 2;
const usualExpiryDays = 730;

export const draftOf = (settings: LoyaltySettings): SettingsDraft => ({
  platformCurrency: settings.platformCurrency,
  paypalDecimal: settings.paypalDecimal,
  payoutNote: settings.payoutNote,
  expiryDestination: settings.expiryDestination,
  payoutMinimums: Object.fromEntries(
    Object.entries(settings.payoutMinimums).map(([currency, minor]) => [
      currency,
      writeAmount(minor, digitsOf(currency)),
    ]),
  ),
  doesExpire: settings.expiryDays !== null,
  expiryDays: String(settings.expiryDays ?? usualExpiryDays),
  methodCoolDownHours: String(settings.methodCoolDownHours),
});

/** Null if it is no whole number within the limits. */
export function typedNumber(typed: string, { min, max }: { readonly min: number; readonly max: number }) {
  const text = latinDigits(typed).trim();
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

type Patch = Omit<Input<typeof loyaltySettings.update>, "version">;

/** What differs from the settings; null if something can't be read. */
export function patchOf(draft: SettingsDraft, settings: LoyaltySettings): Patch | null {
  const minimums = Object.entries(draft.payoutMinimums).map(
    ([currency, typed]) => [currency, parseAmount(typed, digitsOf(currency)) ?? 0] as const,
  );
  const expiryDays = draft.doesExpire ? typedNumber(draft.expiryDays, expiryDaysLimits) : null;
  const hours = typedNumber(draft.methodCoolDownHours, methodCoolDownHours);
  const isReadable =
    hours !== null &&
    (expiryDays !== null || !draft.doesExpire) &&
    minimums.every(([, minor]) => minor >= 1 && minor <= payoutMinimumMax);
  if (!isReadable) return null;
  const { platformCurrency, paypalDecimal, payoutNote, expiryDestination } = draft;
  const wanted = {
    platformCurrency,
    paypalDecimal,
    payoutNote: payoutNote.trim(),
    expiryDestination,
    payoutMinimums: Object.fromEntries(minimums),
    expiryDays,
    methodCoolDownHours: hours,
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(wanted[name], settings[name])).map((name) => [name, wanted[name]]),
  );
}
