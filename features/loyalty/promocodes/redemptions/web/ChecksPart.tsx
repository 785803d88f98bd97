import type { RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import { CheckList } from "#features/loyalty/promocodes/web/CheckList.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useMessages } from "#web/useMessages.ts";

type ChecksPartProps = { readonly trace: Pick<RedemptionTrace, "checks" | "names" | "campaignVersion"> };

/** Why the promocode applied. */
export function ChecksPart({ trace: { checks, names, campaignVersion } }: ChecksPartProps) {
  const t = useMessages("redemptions");
  return (
    <CardSection title={t("checks.title")} lead={t("checks.lead", { version: campaignVersion })}>
      <CheckList
        checks={checks as readonly Check[]}
        nameOf={(id) => names[id] ?? t("another")}
        okLabel={t("checks.ok")}
        failedLabel={t("checks.failed")}
      />
    </CardSection>
  );
}
