import { useMemo, useState } from "react";
import { type FieldError, Refusal } from "#base/refusal.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { parseAmount } from "#web/record/amount.ts";
import { issueText } from "#web/textOf.ts";

/** As typed: empty if not set. */
type PlacementDraft = {
  readonly locationId: string;
  readonly startsOn: string;
  readonly endsOn: string;
  /** Maximum cashback per purchase. */
  readonly cap: string;
};

type PlacementOptions = {
  /** The locations to select from: none for several retailers. */
  readonly locations: RetailerSettings["locations"];
  /** Null if the retailers have different time zones. */
  readonly timezone: string | null;
  /** Null if none is set, or if the retailers sell in different currencies. */
  readonly currency: string | null;
  readonly retailersCount: number;
};

export type Placement = PlacementOptions & {
  readonly asked: PlacementDraft;
  readonly change: (more: Partial<PlacementDraft>) => void;
  readonly place: RetailerSettings["locations"][number] | null;
  /** In the format of a change. */
  readonly located: { readonly locationId?: string };
  readonly period: { readonly startsOn?: string; readonly endsOn?: string };
  /** Terms of new assignments; empty while the typed amount is invalid. */
  readonly terms: { readonly cap?: { readonly amountMinor: number; readonly currency: string } };
  /** The typed amount is invalid. */
  readonly isWrong: boolean;
};

const emptyPlacement: PlacementDraft = { locationId: "", startsOn: "", endsOn: "", cap: "" };

/** The location and period that the user is entering for new assignments. */
export function usePlacement({ locations, timezone, currency, retailersCount }: PlacementOptions): Placement {
  const [asked, setAsked] = useState(emptyPlacement);
  return useMemo(() => {
    const place = locations.find(({ id }) => id === asked.locationId) ?? null;
    return {
      locations,
      timezone,
      currency,
      retailersCount,
      asked,
      change: (more) => setAsked((before) => ({ ...before, ...more })),
      place,
      located: place === null ? {} : { locationId: place.id },
      period: {
        ...(asked.startsOn === "" ? {} : { startsOn: asked.startsOn }),
        ...(asked.endsOn === "" ? {} : { endsOn: asked.endsOn }),
      },
      ...capOf(asked.cap, currency),
    };
  }, [asked, locations, timezone, currency, retailersCount]);
}

function capOf(typed: string, currency: string | null): Pick<Placement, "terms" | "isWrong"> {
  if (currency === null) return { terms: {}, isWrong: false };
  const amountMinor = parseAmount(typed, minorDigitsByCurrency.get(currency) ?? 2);
  return {
    terms: typeof amountMinor === "number" ? { cap: { amountMinor, currency } } : {},
    isWrong: amountMinor === undefined,
  };
}

/** The server's error for a field of a change; null if there is none. */
export function problemAt(error: Error | null, field: keyof PlacementDraft): string | null {
  const found = errorsOf(error).find(({ path }) => path.endsWith(`.${field}`));
  return found ? issueText(found) : null;
}

/** Whether all errors are shown at their fields. */
export const isAtFields = (error: Error | null): boolean => {
  const errors = errorsOf(error);
  return errors.length > 0 && errors.every(({ path }) => fields.some((field) => path.endsWith(`.${field}`)));
};

const fields: readonly (keyof PlacementDraft)[] = ["locationId", "startsOn", "endsOn"];
const errorsOf = (error: Error | null): readonly FieldError[] => (error instanceof Refusal ? error.errors : []);
