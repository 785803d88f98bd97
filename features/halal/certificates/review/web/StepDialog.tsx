import { lazy } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useImpactChange } from "#features/halal/certificates/validity/web/useImpactChange.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";
import { useMessages } from "#web/useMessages.ts";
import type { CertificateAction } from "#features/halal/certificates/review/lifecycle.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);
const VerifyDialog = lazy(() =>
  import("#features/halal/certificates/review/web/VerifyDialog.tsx").then((module) => ({
    default: module.VerifyDialog,
  })),
);
const LossDialog = lazy(() =>
  import("#features/halal/certificates/validity/web/LossDialog.tsx").then((module) => ({ default: module.LossDialog })),
);

type StepDialogProps = {
  readonly certificate: Certificate;
  readonly verb: CertificateAction;
  /** A reviewer has settled it, and goes on to the next. */
  readonly onDecided?: () => void;
  readonly onClose: () => void;
};

/** What a step asks before it is taken. */
export function StepDialog({ certificate, verb, onDecided, onClose }: StepDialogProps) {
  const t = useMessages("certificates");
  const { send, isPending, error } = useCertificateChange();
  const { impact, asShown } = useImpactChange();
  const { id, version, code } = certificate;
  if (verb === "suspend" || verb === "withdraw")
    return <LossDialog certificate={certificate} step={verb} onClose={onClose} />;
  if (verb === "verify" || verb === "recordCheck")
    return (
      <VerifyDialog
        certificate={certificate}
        verb={verb}
        onClose={onClose}
        {...(onDecided && verb === "verify" ? { onDone: onDecided } : {})}
      />
    );
  if (verb !== "requestChanges" && verb !== "reject" && verb !== "reinstate") return null;
  const handleReason = async (reason: string) => {
    const options = { done: t(`steps.${verb}.done`, { code }), isQuiet: true };
    // Where it takes over only now, what its older revision alone lists stops.
    const ask = asShown(certificates.previewReinstatement, { id, version }, { isOfPauses: true });
    const sending = verb === "reinstate" ? { ...options, ask } : options;
    if (!(await send(certificates[verb], { id, version, reason }, sending))) return;
    onClose();
    if (verb !== "reinstate") onDecided?.();
  };
  return (
    <>
      <ReasonDialog
        title={t(`steps.${verb}.title`, { code })}
        text={t(`steps.${verb}.text`)}
        confirmLabel={t(`steps.${verb}.confirm`)}
        reasonMax={certificateLimits.reasonMax}
        isDangerous={verb === "reject"}
        isPending={isPending}
        error={error}
        onConfirm={(reason) => void handleReason(reason)}
        onClose={onClose}
      />
      <ImpactConfirmation impact={impact} />
    </>
  );
}
