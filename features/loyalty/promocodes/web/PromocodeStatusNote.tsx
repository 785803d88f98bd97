import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { formatNumber } from "#web/formats.ts";
import { RecordLink } from "#web/record/RecordLink.tsx";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PromocodeStatusNoteProps = {
  readonly record: Promocode;
  readonly onFix: (name: keyof PromocodeInput) => void;
};

/** Why it is paused, the reason for its status, and what blocks the next transition. */
export function PromocodeStatusNote({ record, onFix }: PromocodeStatusNoteProps) {
  const t = useMessages("promocodes");
  // The requirements of a draft are listed above its form.
  const transitions = record.status === "draft" ? [] : record.allowedTransitions;
  const blockers = new Set(transitions.flatMap((each) => each.blockers));
  return (
    <>
      {record.pauseSource !== null && (
        <StatusNote
          lead={t(`pauseSource.${record.pauseSource}`)}
          reasons={[{ key: "reason", text: record.pauseReason ?? "", isBlocking: true }]}
          next={t("pausedNext")}
        />
      )}
      {record.lostCertificates !== null && <LostCertificatesNote lost={record.lostCertificates} />}
      <StatusBanner
        activity={promocodes.activity}
        record={record}
        settled="approved"
        missing={[...blockers].filter((blocker) => blocker !== "approval_not_permitted")}
        fixOf={(blocker) => (blocker === "code_missing" ? () => onFix("sharedCode") : undefined)}
        t={t}
      />
    </>
  );
}

const readCertificate = async () => (await import("#features/halal/certificates/contract.ts")).certificates.get;

type LostCertificatesNoteProps = { readonly lost: NonNullable<Promocode["lostCertificates"]> };

/** Which products it doesn’t work for any more, with the certificates that they lost. */
function LostCertificatesNote({ lost }: LostCertificatesNoteProps) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const { givesNothing, productsLost, productsChecked, isPartial, certificates } = lost;
  const figures = { figure: formatNumber(language, productsLost), all: formatNumber(language, productsChecked) };
  const reasons: StatusReason[] = [
    { key: "products", text: t("lost.products", figures), isBlocking: true },
    ...certificates.map(({ id, certificateNo, reason, products }) => ({
      key: `${id} ${reason}`,
      text: (
        <>
          <RecordLink to={`/apps/cert/certs/${id}`} needs={readCertificate}>
            <bdi dir="ltr">{certificateNo}</bdi>
          </RecordLink>
          {" · "}
          {t(`lost.reason.${reason}`)}
          {" · "}
          {t("lost.onCertificate", { count: products, figure: formatNumber(language, products) })}
        </>
      ),
      isBlocking: false,
    })),
    ...(isPartial ? [{ key: "partial", text: t("lost.partial", { figure: figures.all }), isBlocking: false }] : []),
  ];
  return <StatusNote lead={t(givesNothing ? "lost.nothing" : "lost.some")} reasons={reasons} next={t("lost.next")} />;
}
