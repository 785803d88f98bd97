import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { type SideEffectSummary, losesRequirement } from "#base/impact.ts";
import { formatNumber } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { LossReason } from "#web/impact/LossReason.tsx";
import type { OpenImpact } from "#web/record/saveWithPreview.ts";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Confirms a change that affects other areas: shows the impact before it is saved. Uses the messages of `impact`. */
export function ImpactSaveDialog({ impact: { consequences }, isAnew, onDecide }: OpenImpact) {
  const t = useMessages("impact");
  const language = useLanguage();
  const [reason, setReason] = useState("");
  const said = reason.trim();
  const isLoss = losesRequirement(consequences);
  const figures = {
    paused: formatNumber(language, countOf(consequences, "paused")),
    resumed: formatNumber(language, countOf(consequences, "resumed")),
  };
  return (
    <SidePanel
      isOpen
      title={t("saving.title")}
      onClose={() => onDecide(false)}
      pinned={isLoss && <LossReason reason={reason} onChange={setReason} />}
      footer={
        <>
          <Button variant="default" onClick={() => onDecide(false)}>
            {t("saving.back")}
          </Button>
          <Button
            {...(isLoss ? { color: "red", disabled: said === "" } : {})}
            onClick={() => onDecide(isLoss ? { reason: said } : true)}
          >
            {t(`saving.confirm.${kindOf(consequences)}`, figures)}
          </Button>
        </>
      }
    >
      <p>{t("saving.text")}</p>
      {isAnew && (
        <Alert color="yellow" mt="sm" role="alert">
          {t("saving.updated")}
        </Alert>
      )}
      <Consequences consequences={consequences} />
    </SidePanel>
  );
}

const countOf = (consequences: readonly SideEffectSummary[], verb: string): number =>
  consequences.reduce((sum, each) => (each.verb === verb ? sum + each.count : sum), 0);

/** Which label the button gets: it names the effects, or is general if one of them has no label of its own. */
function kindOf(consequences: readonly SideEffectSummary[]) {
  const verbs = new Set(consequences.filter(({ count }) => count > 0).map(({ verb }) => verb));
  const known = (["paused", "resumed"] as const).filter((verb) => verbs.has(verb));
  if (known.length < verbs.size) return "other";
  return known.length === 2 ? "both" : known[0]!;
}
