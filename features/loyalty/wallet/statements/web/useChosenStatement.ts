import { useNavigate, useSearch } from "@tanstack/react-router";
import { dayIn } from "#base/days.ts";
import { statementOwners } from "#features/loyalty/wallet/contract/statements.ts";
import { useNow } from "#web/record/useNow.ts";
import { useSettings } from "#web/settings/useSettings.ts";

type Owner = (typeof statementOwners)[number];
/** What the address says. Days are of the reader's time zone, both included. */
export type Chosen = {
  readonly owner: Owner;
  readonly id: string | null;
  readonly currency: string | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** By default this month, until today. */
export function useChosenStatement() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { timeZone } = useSettings();
  const today = dayIn(new Date(useNow()).toISOString(), timeZone);
  const textIn = (name: string) => (typeof search[name] === "string" ? search[name] : null);
  const chosen: Chosen = {
    owner: statementOwners.find((each) => each === search["owner"]) ?? "brand",
    id: textIn("id"),
    currency: textIn("currency"),
    from: textIn("from") ?? `${today.slice(0, 8)}01`,
    to: textIn("to") ?? today,
  };
  const choose = (changes: Partial<Chosen>) => {
    const next = Object.entries({ ...chosen, ...changes }).map(([name, value]) => [name, value ?? undefined]);
    void navigate({ to: ".", search: Object.fromEntries(next) as never, replace: true, resetScroll: false });
  };
  return { chosen, choose };
}
