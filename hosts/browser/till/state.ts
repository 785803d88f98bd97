import type { OfflineKeysOutput } from "#clients/till/generated.ts";
import type { AcceptedSale } from "#clients/till/offline.ts";
import type { Language } from "#hosts/browser/till/texts.ts";

/** What the till stores in this browser. */
export type TillState = {
  readonly language: Language;
  readonly key: string;
  readonly retailerId: string;
  readonly locationId: string;
  readonly currency: string;
  /** Unique codes of this batch are put in the next offline list. */
  readonly batchId: string;
  readonly isOffline: boolean;
  /** The signed list, and the keys that verify it. */
  readonly list: { readonly id: string; readonly signed: string; readonly keys: OfflineKeysOutput["keys"] } | null;
  /** Sales that are not sent yet, and those of the current list that are: they count against its limits. */
  readonly queue: readonly AcceptedSale[];
  readonly sent: readonly AcceptedSale[];
};

const storageKey = "mizan.till";
const initial: TillState = {
  language: localStorage.getItem("mizan.language") === "ar" ? "ar" : "en",
  key: "",
  retailerId: "",
  locationId: "",
  currency: "GBP",
  batchId: "",
  isOffline: false,
  list: null,
  queue: [],
  sent: [],
};

export function readState(): TillState {
  const stored = localStorage.getItem(storageKey);
  return stored === null ? initial : { ...initial, ...(JSON.parse(stored) as Partial<TillState>) };
}

/** A link from the page of a location names the retailer and the location. */
export function takeFromAddress({ searchParams }: URL): void {
  const [retailerId, locationId] = [searchParams.get("retailer"), searchParams.get("location")];
  if (retailerId !== null) writeState({ ...readState(), retailerId, locationId: locationId ?? "" });
}

/** Throws if the browser can't store it: a sale that is not stored must not be accepted. */
export const writeState = (state: TillState): void => localStorage.setItem(storageKey, JSON.stringify(state));
