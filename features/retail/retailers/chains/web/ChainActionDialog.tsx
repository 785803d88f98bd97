import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import type { Transition, TransitionImpact } from "#features/retail/retailers/record/contract.ts";
import { retailerLimits } from "#features/retail/retailers/record/fields.ts";
import { formatNumber } from "#web/formats.ts";
import type { ActionDialogProps } from "#web/record/actionDialog.ts";
import { ImpactActionDialog } from "#web/record/ImpactActionDialog.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ChainActionDialogProps = ActionDialogProps & { readonly retailer: Retailer; readonly step: Transition };

/** Only three transitions can include branches (rules.ts). */
const chainActionTo = (to: Transition["to"]) =>
  to === "active" ? "reactivate" : to === "suspended" ? "suspend" : "close";

/** A step of a chain: whether its branches go along, and what would follow either way. */
export function ChainActionDialog({ retailer, step, onConfirm, ...asked }: ChainActionDialogProps) {
  const t = useMessages("retailers");
  const [isTogether, setTogether] = useState(step.needsBranches);
  const language = useLanguage();
  const { id, version, tradingName, tradingNameI18n } = retailer;
  const action = chainActionTo(step.to);
  return (
    <ImpactActionDialog
      title={t(`steps.${action}.title`, { name: tradingNameI18n[language] ?? tradingName })}
      text={t(`steps.${action}.text`)}
      confirmLabel={t(`steps.${action}.confirm`)}
      reasonMax={step.needsReason ? retailerLimits.statusReasonMax : 0}
      preview={retailers.previewStatus}
      input={{ id, to: step.to, withBranches: isTogether }}
      version={version}
      onConfirm={(how) => onConfirm({ ...how, withBranches: isTogether })}
      {...asked}
    >
      {({ branches }) => (
        <BranchChoice
          branches={branches}
          action={action}
          isChosen={isTogether}
          isFixed={step.needsBranches}
          onChange={setTogether}
        />
      )}
    </ImpactActionDialog>
  );
}

type BranchChoiceProps = {
  readonly branches: TransitionImpact["branches"];
  readonly action: ReturnType<typeof chainActionTo>;
  readonly isChosen: boolean;
  readonly isFixed: boolean;
  readonly onChange: (isChosen: boolean) => void;
};

function BranchChoice({ branches: { count, first, blocked }, action, isChosen, isFixed, onChange }: BranchChoiceProps) {
  const t = useMessages("impact");
  const language = useLanguage();
  const counted = (many: number) => ({ count: many, figure: formatNumber(language, many) });
  const more = count - first.length;
  return (
    <div style={{ display: "grid", gap: 8, marginBlockStart: 16 }}>
      {count > 0 && (
        <Checkbox
          checked={isChosen}
          disabled={isFixed}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          label={t(`branches.${action}`, counted(count))}
          description={
            <>
              {first.map(({ id, name, nameI18n }, index) => (
                <span key={id}>
                  {index > 0 && t("branches.comma")}
                  <bdi>{nameI18n[language] ?? name}</bdi>
                </span>
              ))}
              {more > 0 && ` ${t("branches.more", counted(more))}`}
            </>
          }
        />
      )}
      {blocked > 0 && <p style={{ color: "var(--dimmed)" }}>{t("branches.blocked", counted(blocked))}</p>}
    </div>
  );
}
