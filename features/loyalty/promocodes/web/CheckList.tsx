import type { SimulatedOutcome } from "#features/loyalty/promocodes/contract/simulation.ts";
import { describeCheck } from "#features/loyalty/promocodes/rules/describe.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import classes from "#features/loyalty/promocodes/web/CheckList.module.css";
import { pickCertifier, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { useRuleText } from "#features/loyalty/promocodes/web/useRuleText.ts";
import { usePicked } from "#web/list/usePickedRecords.ts";
import { IconCheck, IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type CheckListProps = {
  readonly checks: SimulatedOutcome["checks"];
  /** Names of records that no list of the reader has, such as other promocodes of the order. */
  readonly names: ReadonlyMap<string, string>;
};

/** Every check of a promocode as a sentence: what there is, and what is needed. */
export function CheckList({ checks, names }: CheckListProps) {
  const t = useMessages("promocodes");
  const known = useCheckNames(checks as readonly Check[]);
  const write = useRuleText((id) => names.get(id) ?? known.get(id) ?? t("another"));
  if (write === null) return null;
  return (
    <ul className={classes.checks}>
      {(checks as readonly Check[]).map((check, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- several checks of one kind differ by their place alone
        <li key={place} data-is-failed={!check.ok || undefined}>
          {check.ok ? (
            <IconCheck size={18} aria-label={t("checks.ok")} />
          ) : (
            <IconX size={18} aria-label={t("checks.failed")} />
          )}
          <span>{write(describeCheck(check))}</span>
        </li>
      ))}
    </ul>
  );
}

function useCheckNames(checks: readonly Check[]): ReadonlyMap<string, string> {
  const idsOf = (name: Check["check"]) =>
    checks.flatMap(({ check, needed }) => (check === name && needed?.kind === "records" ? needed.ids : []));
  const picked = [usePicked(pickRetailer, idsOf("retailers")), usePicked(pickCertifier, idsOf("certifiers"))].flat();
  return new Map(picked.map(({ id, name }) => [id, name]));
}
