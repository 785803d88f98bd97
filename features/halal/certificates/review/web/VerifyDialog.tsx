import { Alert, Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Input } from "#base/contract.ts";
import { addDays } from "#base/days.ts";
import { Refusal } from "#base/refusal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import {
  type EvidenceLevel,
  evidenceLevels,
  type VerificationMethod,
  verificationMethods,
} from "#features/halal/certificates/contract/vocabulary.ts";
import { SnapshotPicker } from "#features/halal/certificates/review/web/SnapshotPicker.tsx";
import classes from "#features/halal/certificates/review/web/VerifyDialog.module.css";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useImpactChange } from "#features/halal/certificates/validity/web/useImpactChange.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { localDay } from "#web/localDay.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";
import { issueText, textOf } from "#web/textOf.ts";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useMessages } from "#web/useMessages.ts";
import { certificateDocument } from "#features/halal/certificates/record/contract/operations.ts";

type VerifyDialogProps = {
  readonly certificate: Certificate;
  readonly action: "verify" | "recordCheck";
  readonly onClose: () => void;
  /** After it was saved. */
  readonly onDone?: () => void;
};

/** The default: checked again after a quarter of a year. */
const nextCheckDays = 90;
const nextReviewDays = 365;

/** How a certificate was checked, and the evidence of its verification. */
export function VerifyDialog({ certificate, action, onClose, onDone }: VerifyDialogProps) {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const { write, impact, isPending, error } = useCheckMutation(certificate, action);
  const { code, registryLink } = certificate;
  const [check, setCheck] = useState<Check>(() => firstCheck(certificate));
  const [snapshot, setSnapshot] = useState({ fileId: null as string | null, isSending: false });
  const problemAt = (path: string) => {
    const found = error instanceof Refusal ? error.errors.find((each) => each.path === path) : undefined;
    return found && issueText(found);
  };
  const confirm = async () => {
    if (!(await write(inputOf(certificate, action, check, snapshot.fileId)))) return;
    onClose();
    onDone?.();
  };
  return (
    <SidePanel
      isOpen
      title={t(`steps.${action}.title`, { code })}
      onClose={onClose}
      pinned={
        error != null &&
        !(error instanceof Refusal && error.errors.length > 0) && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button data-autofocus loading={isPending || snapshot.isSending} onClick={() => void confirm()}>
            {t(`steps.${action}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`steps.${action}.text`)}</p>
      {registryLink !== null && (
        <p className={classes.link}>
          <a href={registryLink} target="_blank" rel="noreferrer">
            {t("openRegistry", { body: certificate.body.acronym })}
          </a>
        </p>
      )}
      <CheckFields
        check={check}
        levels={certificate.levels}
        hasReview={action === "recordCheck" && certificate.validityBasis === "open_ended"}
        problemAt={problemAt}
        onChange={(part) => setCheck({ ...check, ...part })}
      />
      <SnapshotPicker
        rule={certificateDocument}
        error={problemAt("snapshotFileId")}
        onChange={(fileId, isSending) => setSnapshot({ fileId, isSending })}
      />
      <ImpactConfirmation impact={impact} />
    </SidePanel>
  );
}

type CheckInput = Input<typeof certificates.recordCheck>;

/** Writes a check down. A verification once it was seen what stops by it. */
function useCheckMutation({ id, version, code }: Certificate, action: VerifyDialogProps["action"]) {
  const t = useMessages("certificates");
  const { send, isPending, error } = useCertificateChange();
  const { impact, asShown } = useImpactChange();
  const write = (input: CheckInput) => {
    const options = { done: t(`steps.${action}.done`, { code }), isQuiet: true };
    if (action === "recordCheck") return send(certificates.recordCheck, input, options);
    // A revision that lists less than the one before takes the rest from those who sell it.
    const ask = asShown(certificates.previewVerification, { id, version }, { isOfPauses: true });
    const { reviewDueOn: _, ...verification } = input;
    return send(certificates.verify, verification, { ...options, ask });
  };
  return { write, impact, isPending, error };
}

const inputOf = (
  { id, version, validityBasis }: Certificate,
  action: VerifyDialogProps["action"],
  check: Check,
  snapshotFileId: string | null,
): CheckInput => ({
  ...(action === "recordCheck" && validityBasis === "open_ended" && check.reviewDueOn !== ""
    ? { reviewDueOn: check.reviewDueOn }
    : {}),
  id,
  version,
  method: check.method,
  evidenceLevel: check.level,
  registryUrl: check.registryUrl.trim() === "" ? null : check.registryUrl.trim(),
  snapshotFileId,
  nextCheckDueOn: check.nextCheckDueOn === "" ? null : check.nextCheckDueOn,
});

type Check = {
  readonly method: VerificationMethod;
  readonly level: EvidenceLevel;
  readonly registryUrl: string;
  readonly nextCheckDueOn: string;
  /** Only for open-ended certificates. */
  readonly reviewDueOn: string;
};

/** Where the body has a register, that is where one looks. */
function firstCheck({ registryLink, registryUrl, evidenceLevel, levels }: Certificate): Check {
  const level = registryLink === null ? "document_only" : "registry_verified";
  const today = localDay(Date.now());
  return {
    method: registryLink === null ? "document" : "registry_lookup",
    level: levels.includes(level) ? level : evidenceLevel,
    registryUrl: registryUrl ?? "",
    nextCheckDueOn: addDays(today, nextCheckDays),
    reviewDueOn: addDays(today, nextReviewDays),
  };
}

/** The words stand within a sentence elsewhere. */
const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type CheckFieldsProps = {
  readonly check: Check;
  readonly levels: readonly EvidenceLevel[];
  readonly hasReview: boolean;
  readonly problemAt: (path: string) => string | undefined;
  readonly onChange: (part: Partial<Check>) => void;
};

function CheckFields({ check, levels, hasReview, problemAt, onChange }: CheckFieldsProps) {
  const t = useMessages("certificates");
  return (
    <div className={classes.fields}>
      <Select
        label={t("fields.verificationMethod")}
        data={verificationMethods.map((value) => ({ value, label: asTitle(t(`verificationMethod.${value}`)) }))}
        value={check.method}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={(value) => value && onChange({ method: value })}
      />
      <Select
        label={t("fields.evidenceLevel")}
        data={levels.map((value) => ({ value, label: t(`evidenceLevel.${value}`) }))}
        value={check.level}
        {...(levels.length < evidenceLevels.length ? { description: t("hints.levelSecondPerson") } : {})}
        error={problemAt("evidenceLevel")}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={(value) => value && onChange({ level: value })}
      />
      <TextInput
        label={t("fields.registryUrl")}
        dir="ltr"
        inputMode="url"
        placeholder="https://"
        value={check.registryUrl}
        error={problemAt("registryUrl")}
        onChange={({ currentTarget }) => onChange({ registryUrl: currentTarget.value })}
      />
      <DateField
        label={t("fields.nextCheckDueOn")}
        value={check.nextCheckDueOn}
        error={problemAt("nextCheckDueOn")}
        onChange={(day) => onChange({ nextCheckDueOn: day ?? "" })}
      />
      {hasReview && (
        <DateField
          label={t("fields.nextReviewDueOn")}
          value={check.reviewDueOn}
          error={problemAt("reviewDueOn")}
          onChange={(day) => onChange({ reviewDueOn: day ?? "" })}
        />
      )}
    </div>
  );
}
