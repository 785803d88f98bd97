import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import type { SimulationInput } from "#features/loyalty/promocodes/contract/simulation.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { useStored } from "#web/ui/useStored.ts";

/** An order as the form has it: whatever was typed. */
export type SimulatedOrder = Pick<SimulationInput, "terms" | "day" | "time"> & {
  /** Separated by spaces or commas. */
  readonly codes: string;
  readonly member: "none" | "new" | "one";
  readonly memberId: string | null;
  readonly retailerId: string | null;
  readonly locationId: string | null;
  readonly lines: readonly SimulatedLine[];
};
export type SimulatedLine = {
  readonly productId: string | null;
  readonly quantity: number | string | null;
  readonly unitMinor: number | string | null;
};

export const newLine: SimulatedLine = { productId: null, quantity: 1, unitMinor: 1000 };

/** The order that is tried, kept in this browser. It begins with one line, now. */
export function useSimulatedOrder({ status, liveVersion }: Promocode) {
  const now = useNow();
  const [stored, store] = useStored<SimulatedOrder | null>("mizan.promocodes.order", null);
  const order: SimulatedOrder = stored ?? {
    terms: "draft",
    day: localDay(now),
    time: "12:00",
    codes: "",
    member: "none",
    memberId: null,
    retailerId: null,
    locationId: null,
    lines: [newLine],
  };
  const terms = liveVersion === null ? "draft" : stored === null && status === "approved" ? "live" : order.terms;
  return [{ ...order, terms }, store as (order: SimulatedOrder) => void] as const;
}
