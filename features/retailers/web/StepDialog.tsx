import { Alert, Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { retailers } from "#features/retailers/contract.ts";
import type { Impact, Retailer, RetailerStatus } from "#features/retailers/contract/records.ts";
import type { RetailerVerb } from "#features/retailers/rules.ts";
import classes from "#features/retailers/web/StepDialog.module.css";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

type StepDialogProps = {
  readonly retailer: Retailer;
  readonly to: RetailerStatus;
  readonly verb: RetailerVerb;
  /** 0: none is asked for. */
  readonly reasonMax: number;
  readonly showsImpact: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onConfirm: (how: { readonly reason?: string; readonly fingerprint?: string }) => void;
  readonly onClose: () => void;
};

/** A step that is thought over: what would follow elsewhere, and why it is taken. Only what was shown is done. */
export function StepDialog(props: StepDialogProps) {
  const { retailer, to, verb, reasonMax, showsImpact, isPending, error, onConfirm, onClose } = props;
  const t = useWords("retailers");
  const words = useWords("record");
  const shellWords = useWords();
  const [reason, setReason] = useState("");
  const impact = useRead(retailers.previewStatus, { id: retailer.id, to }, { isEnabled: showsImpact });
  const isSeen = !showsImpact || (impact.data !== undefined && !impact.isFetching);
  const said = reason.trim();
  const fingerprint = impact.data?.fingerprint;
  const name = `steps.${verb as Exclude<RetailerVerb, "submit" | "approve" | "reactivate">}` as const;
  return (
    <Dialog
      isOpen
      title={t(`${name}.title`, { name: retailer.tradingName })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellWords("buttons.cancel")}
          </Button>
          <Button
            disabled={!isSeen || (reasonMax > 0 && said === "")}
            loading={isPending}
            onClick={() => onConfirm({ ...(said ? { reason: said } : {}), ...(fingerprint ? { fingerprint } : {}) })}
          >
            {t(`${name}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`${name}.text`)}</p>
      {showsImpact &&
        (impact.error ? (
          <ErrorState error={impact.error} onRetry={() => void impact.refetch()} isRetrying={impact.isFetching} />
        ) : impact.data ? (
          <ImpactList impact={impact.data} />
        ) : (
          <SkeletonRows rows={2} rowPx={32} />
        ))}
      {reasonMax > 0 && (
        <Textarea
          mt="md"
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={reasonMax}
          label={words("reason")}
          dir={reason === "" ? undefined : "auto"}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
      )}
      {error != null && (
        <Alert color="red" mt="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
    </Dialog>
  );
}

function ImpactList({ impact }: { readonly impact: Impact }) {
  const t = useWords("retailers");
  const language = useLanguage();
  const counted = impact.consequences.filter(({ count }) => count > 0);
  if (counted.length === 0) return <p className={classes.none}>{t("impact.none")}</p>;
  return (
    <ul className={classes.impact} aria-label={t("impact.title")}>
      {counted.map(({ resource, verb, count }) => (
        <li key={`${resource}.${verb}`}>
          {t([`impact.${resource}.${verb}`, "impact.other"], {
            count,
            figure: formatNumber(language, count),
            resource,
            verb,
          })}
        </li>
      ))}
    </ul>
  );
}
