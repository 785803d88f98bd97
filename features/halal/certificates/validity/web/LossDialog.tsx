import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { bulkRefusals } from "#base/bulk.ts";
import { Refusal } from "#base/refusal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { ImpactView } from "#features/halal/certificates/validity/web/ImpactView.tsx";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useLossImpact } from "#features/halal/certificates/validity/web/useLossImpact.ts";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

type LossDialogProps = {
  readonly certificate: Certificate;
  readonly step: "suspend" | "withdraw" | "reduceScope";
  readonly lineIds?: readonly string[];
  readonly onClose: () => void;
};

/** What a certificate's loss would bring about, before it does: what is shown is what happens, or nothing does. */
export function LossDialog({ certificate, step, lineIds, onClose }: LossDialogProps) {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const [reason, setReason] = useState("");
  const { send, isPending, error, forget } = useCertificateChange();
  const { id, version, code } = certificate;
  const impact = useLossImpact({ id, version, step, ...(lineIds ? { lineIds } : {}) });
  const confirm = async () => {
    const input = { id, version, reason: reason.trim(), fingerprint: impact.data!.fingerprint };
    const options = { done: t(`steps.${step}.done`, { code }), isQuiet: true };
    const changed =
      step === "reduceScope"
        ? await send(certificates.reduceScope, { ...input, lineIds: [...lineIds!] }, options)
        : await send(certificates[step], input, options);
    if (changed) onClose();
  };
  const isStale = error instanceof Refusal && error.code === bulkRefusals.preview_stale.code;
  const lookAgain = () => {
    forget();
    void impact.refetch();
  };
  return (
    <SidePanel
      isOpen
      title={t(`steps.${step}.title`, { code })}
      onClose={onClose}
      pinned={
        <>
          <ReasonInput
            maxRows={4}
            maxLength={certificateLimits.reasonMax}
            label={recordMessages("reason")}
            description={t("hints.reasonTold")}
            value={reason}
            onChange={setReason}
            data-autofocus
          />
          {error != null && (
            <Alert color="red" role="alert">
              {textOf(error)}{" "}
              {isStale && (
                <Button variant="subtle" size="compact-sm" onClick={lookAgain}>
                  {t("impact.again")}
                </Button>
              )}
            </Alert>
          )}
        </>
      }
      footer={
        <Footer
          label={t(`steps.${step}.confirm`, { code })}
          isReady={reason.trim() !== "" && impact.data !== undefined && !impact.isFetching}
          isPending={isPending}
          onConfirm={() => void confirm()}
          onClose={onClose}
        />
      }
    >
      <p>{t(`steps.${step}.text`)}</p>
      {impact.error && <ErrorState error={impact.error} onRetry={lookAgain} />}
      {impact.data ? <ImpactView impact={impact.data} /> : !impact.error && <SkeletonRows rows={3} rowPx={56} />}
    </SidePanel>
  );
}

type FooterProps = {
  readonly label: string;
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

function Footer({ label, isReady, isPending, onConfirm, onClose }: FooterProps) {
  const shellMessages = useMessages();
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {shellMessages("buttons.cancel")}
      </Button>
      <Button color="red" disabled={!isReady} loading={isPending} onClick={onConfirm}>
        {label}
      </Button>
    </>
  );
}
