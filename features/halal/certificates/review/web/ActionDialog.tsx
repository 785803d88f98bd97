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

type ActionDialogProps = {
  readonly certificate: Certificate;
  readonly action: CertificateAction;
  /** The reviewer has decided. */
  readonly onDecided?: () => void;
  readonly onClose: () => void;
};

/** What an action asks before it is sent. */
export function ActionDialog({ certificate, action, onDecided, onClose }: ActionDialogProps) {
  const t = useMessages("certificates");
  const { send, isPending, error } = useCertificateChange();
  const { impact, asShown } = useImpactChange();
  const { id, version, code } = certificate;
  if (action === "suspend" || action === "withdraw")
    return <LossDialog certificate={certificate} step={action} onClose={onClose} />;
  if (action === "verify" || action === "recordCheck")
    return (
      <VerifyDialog
        certificate={certificate}
        action={action}
        onClose={onClose}
        {...(onDecided && action === "verify" ? { onDone: onDecided } : {})}
      />
    );
  if (action !== "requestChanges" && action !== "reject" && action !== "reinstate") return null;
  const handleReason = async (reason: string) => {
    const options = { done: t(`steps.${action}.done`, { code }), isQuiet: true };
    // Where it takes over only now, what its older revision alone lists stops.
    const ask = asShown(certificates.previewReinstatement, { id, version }, { isOfPauses: true });
    const sending = action === "reinstate" ? { ...options, ask } : options;
    if (!(await send(certificates[action], { id, version, reason }, sending))) return;
    onClose();
    if (action !== "reinstate") onDecided?.();
  };
  return (
    <>
      <ReasonDialog
        title={t(`steps.${action}.title`, { code })}
        text={t(`steps.${action}.text`)}
        confirmLabel={t(`steps.${action}.confirm`)}
        reasonMax={certificateLimits.reasonMax}
        isDangerous={action === "reject"}
        isPending={isPending}
        error={error}
        onConfirm={(reason) => void handleReason(reason)}
        onClose={onClose}
      />
      <ImpactConfirmation impact={impact} />
    </>
  );
}
