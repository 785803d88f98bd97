import { Button } from "@mantine/core";
import type { RetailerDocument } from "#features/retail/retailers/kyc/contract.ts";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { useFileSaving } from "#web/files/useSaveFile.ts";
import { formatDate } from "#web/formats.ts";
import { CardLine } from "#web/ui/CardLine.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconCertificate, IconDownload, IconTrash } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<RetailerDocument["status"], Tone>> = {
  pending: "info",
  accepted: "ok",
  rejected: "error",
};

type DocumentRowProps = {
  readonly document: RetailerDocument;
  readonly onAccept?: () => void;
  readonly onReject?: () => void;
  readonly onRemove?: () => void;
};

/** One document of a retailer: its type, validity and decision. */
export function DocumentRow({ document, onAccept, onReject, onRemove }: DocumentRowProps) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const save = useFileSaving();
  const { type, number, issuedOn, expiresOn, isExpired, status, reason, file, decidedAt, decidedByName } = document;
  const day = (text: string) => formatDate(language, text);
  const dates = [
    issuedOn && t("document.issued", { day: day(issuedOn) }),
    expiresOn && t("document.expires", { day: day(expiresOn) }),
  ];
  return (
    <CardLine
      icon={<IconCertificate size={20} aria-hidden />}
      name={t(`documentType.${type}`)}
      actions={
        <span className={classes.actions}>
          <StatusBadge tone={isExpired ? "warn" : tones[status]}>
            {t(isExpired ? "documentStatus.expired" : `documentStatus.${status}`)}
          </StatusBadge>
          {file && (
            <IconButton
              label={t("document.download", { name: file.name })}
              size="sm"
              onClick={() => void save(file.id)}
            >
              <IconDownload size={16} aria-hidden />
            </IconButton>
          )}
          {onAccept && (
            <Button size="compact-sm" onClick={onAccept}>
              {t("document.accept")}
            </Button>
          )}
          {onReject && (
            <Button size="compact-sm" variant="default" onClick={onReject}>
              {t("document.reject")}
            </Button>
          )}
          {onRemove && (
            <IconButton
              label={t("document.remove", { document: t(`documentType.${type}`) })}
              size="sm"
              onClick={onRemove}
            >
              <IconTrash size={16} aria-hidden />
            </IconButton>
          )}
        </span>
      }
    >
      {number && (
        <span>
          <bdi dir="ltr">{number}</bdi>
        </span>
      )}
      <span>{dates.filter(Boolean).join(" · ")}</span>
      {decidedAt && status !== "pending" && (
        <span>
          {decidedByName === null
            ? t(`document.decided.${status}`, { day: formatDate(language, decidedAt) })
            : t(`document.decidedBy.${status}`, { name: decidedByName, day: formatDate(language, decidedAt) })}
        </span>
      )}
      {reason && <span dir="auto">{reason}</span>}
    </CardLine>
  );
}
