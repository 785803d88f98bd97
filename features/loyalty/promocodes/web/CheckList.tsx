import { describeCheck } from "#features/loyalty/promocodes/rules/describe.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import classes from "#features/loyalty/promocodes/web/CheckList.module.css";
import { useRuleText } from "#features/loyalty/promocodes/web/useRuleText.ts";
import { IconAlertTriangle, IconCircleCheck } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

type CheckListProps = {
  readonly checks: readonly Check[];
  /** The name of a record that a check mentions. */
  readonly nameOf: (id: string) => string;
  /** What the marks say to those who can’t see them. */
  readonly okLabel: string;
  readonly failedLabel: string;
};

/** Every check of a promocode as a sentence, in the order in which it was made. */
export function CheckList({ checks, nameOf, okLabel, failedLabel }: CheckListProps) {
  const write = useRuleText(nameOf);
  if (write === null) return <SkeletonRows rows={checks.length} rowPx={28} />;
  return (
    <ul className={classes.checks}>
      {checks.map((check, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- several checks of one kind differ by their place alone
        <li key={place} data-is-failed={!check.ok || undefined}>
          {check.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span className="hidden-visually">{check.ok ? okLabel : failedLabel}</span>
          <span>{write(describeCheck(check))}</span>
        </li>
      ))}
    </ul>
  );
}
