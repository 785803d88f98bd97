import type { RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import classes from "#features/loyalty/promocodes/redemptions/web/ChecksPart.module.css";
import { describeCheck } from "#features/loyalty/promocodes/rules/describe.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import { useRuleText } from "#features/loyalty/promocodes/web/useRuleText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { IconAlertTriangle, IconCircleCheck } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

type ChecksPartProps = { readonly trace: Pick<RedemptionTrace, "checks" | "names" | "campaignVersion"> };

/** Why the promocode applied: each check as a sentence, in the order in which it was made. */
export function ChecksPart({ trace: { checks, names, campaignVersion } }: ChecksPartProps) {
  const t = useMessages("redemptions");
  const write = useRuleText((id) => names[id] ?? t("another"));
  if (write === null) return <SkeletonRows rows={6} rowPx={28} />;
  return (
    <CardSection title={t("checks.title")} lead={t("checks.lead", { version: campaignVersion })}>
      <ul className={classes.checks}>
        {checks.map((each, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the checks of a redemption never change
          <li key={place} data-failed={!each.ok || undefined}>
            {each.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
            <span className="hidden-visually">{t(each.ok ? "checks.ok" : "checks.failed")}</span>
            <span>{write(describeCheck(each as Check))}</span>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
