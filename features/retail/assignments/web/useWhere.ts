import { useMemo, useState } from "react";
import { type FieldError, Refusal } from "#base/refusal.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import type { Shop } from "#features/retail/assignments/contract/rows.ts";
import { parseAmount } from "#web/record/amount.ts";
import { issueText } from "#web/textOf.ts";

/** As it is typed: empty where nothing is said. */
type Asked = {
  readonly locationId: string;
  readonly startsOn: string;
  readonly endsOn: string;
  /** The most cashback of one purchase. */
  readonly cap: string;
};

type Shops = {
  /** To choose one of: none where several retailers are meant. */
  readonly locations: Shop["locations"];
  /** Null where each retailer's days are its own. */
  readonly timezone: string | null;
  /** Null where nobody has said one, and where several retailers sell in several. */
  readonly currency: string | null;
  readonly retailersCount: number;
};

export type Where = Shops & {
  readonly asked: Asked;
  readonly change: (more: Partial<Asked>) => void;
  readonly place: Shop["locations"][number] | null;
  /** As a change says it. */
  readonly located: { readonly locationId?: string };
  readonly period: { readonly startsOn?: string; readonly endsOn?: string };
  /** What they begin with; nothing while what is typed is no amount. */
  readonly terms: { readonly cap?: { readonly amountMinor: number; readonly currency: string } };
  /** What is typed is no amount. */
  readonly isWrong: boolean;
};

const nothingAsked: Asked = { locationId: "", startsOn: "", endsOn: "", cap: "" };

/** Where and from when to when somebody wants products assigned, while they say so. */
export function useWhere({ locations, timezone, currency, retailersCount }: Shops): Where {
  const [asked, setAsked] = useState(nothingAsked);
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

function capOf(typed: string, currency: string | null): Pick<Where, "terms" | "isWrong"> {
  if (currency === null) return { terms: {}, isWrong: false };
  const amountMinor = parseAmount(typed, minorDigitsByCurrency.get(currency) ?? 2);
  return {
    terms: typeof amountMinor === "number" ? { cap: { amountMinor, currency } } : {},
    isWrong: amountMinor === undefined,
  };
}

/** What the server found wrong at a field of a change; null for nothing. */
export function problemAt(error: Error | null, field: keyof Asked): string | null {
  const found = errorsOf(error).find(({ path }) => path.endsWith(`.${field}`));
  return found ? issueText(found) : null;
}

/** Whether all that is wrong is told at its fields. */
export const isAtFields = (error: Error | null): boolean => {
  const errors = errorsOf(error);
  return errors.length > 0 && errors.every(({ path }) => fields.some((field) => path.endsWith(`.${field}`)));
};

const fields: readonly (keyof Asked)[] = ["locationId", "startsOn", "endsOn"];
const errorsOf = (error: Error | null): readonly FieldError[] => (error instanceof Refusal ? error.errors : []);
