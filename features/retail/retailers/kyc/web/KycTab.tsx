import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import {
  documentLimits,
  type Kyc,
  type RetailerDocument,
  retailerDocuments,
} from "#features/retail/retailers/kyc/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";
import { KycBadge } from "#features/retail/retailers/kyc/web/KycBadge.tsx";
import { DocumentRow } from "#features/retail/retailers/kyc/web/DocumentRow.tsx";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { formatDate } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { useCan } from "#web/session.tsx";
import { CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCertificate, IconPlus } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const DocumentDialog = lazy(() =>
  import("#features/retail/retailers/kyc/web/DocumentDialog.tsx").then((module) => ({
    default: module.DocumentDialog,
  })),
);

type KycTabProps = {
  readonly retailer: Retailer;
  /** With the dialog for a new document open, if there is none yet. */
  readonly startsAdding?: boolean;
};

/** The verification of a retailer: its documents, those that its type requires, and the decision. */
export function KycTab({ retailer, startsAdding = false }: KycTabProps) {
  const { data, error, refetch, isFetching } = useRead(retailerDocuments.list, { id: retailer.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} rowPx={64} />;
  return <LoadedKyc retailer={retailer} data={data} startsAdding={startsAdding} />;
}

function LoadedKyc({ retailer, data, startsAdding }: Required<KycTabProps> & { readonly data: Kyc }) {
  const t = useMessages("retailers");
  const can = useCan();
  const mayAdd = can(retailerDocuments.add) && !isFinal(retailer.status);
  const [isAdding, setAdding] = useState(startsAdding && mayAdd && data.rows.length === 0);
  return (
    <div className={classes.part}>
      <Verification retailer={retailer} kyc={data} />
      <CardSection
        title={t("kycPart.documents")}
        lead={t("kycPart.documentsLead")}
        badge={
          mayAdd && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              {t("kycPart.add")}
            </Button>
          )
        }
      >
        {data.rows.length === 0 ? (
          <EmptyState
            icon={<IconCertificate size={24} aria-hidden />}
            title={t("kycPart.none")}
            text={t("kycPart.noneText")}
          />
        ) : (
          <DocumentList retailer={retailer} kyc={data} mayRemove={mayAdd} />
        )}
      </CardSection>
      <Suspense>
        {isAdding && (
          <DocumentDialog
            retailer={retailer}
            version={data.version}
            firstType={data.missing[0] ?? "trade_licence"}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

type VerificationProps = { readonly retailer: Retailer; readonly kyc: Kyc };

/** The result of the verification, and the buttons to change it. */
function Verification({ retailer, kyc: { asked, missing, version } }: VerificationProps) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const can = useCan();
  const { attempt } = usePartMutations();
  const [isRejecting, setRejecting] = useState(false);
  const decide = (decision: "verified" | "rejected" | "in_review", reason?: string) =>
    attempt(
      retailerDocuments.decideKyc,
      { id: retailer.id, version, decision, ...(reason ? { reason } : {}) },
      t(`kycPart.done.${decision}`),
    );
  const mayDecide = can(retailerDocuments.decideKyc) && !isFinal(retailer.status);
  const { kycStatus, kycExpiresOn, kycReason } = retailer;
  return (
    <CardSection title={t("kycPart.title")} badge={<KycBadge status={kycStatus}>{t(`kyc.${kycStatus}`)}</KycBadge>}>
      {kycExpiresOn && <p>{t("kycPart.until", { day: formatDate(language, kycExpiresOn) })}</p>}
      {kycReason && <p dir="auto">{kycReason}</p>}
      <p className={classes.dimmed}>
        {asked.length === 0
          ? t("kycPart.asksNothing")
          : t("kycPart.asks", { documents: asked.map((type) => t(`documentType.${type}`)).join(t("comma")) })}{" "}
        {missing.length > 0 &&
          t("kycPart.missing", { documents: missing.map((type) => t(`documentType.${type}`)).join(t("comma")) })}
      </p>
      {mayDecide && (
        <div className={classes.buttons}>
          {kycStatus !== "verified" && (
            <Button disabled={missing.length > 0} onClick={() => void decide("verified")}>
              {t("kycPart.verify")}
            </Button>
          )}
          {kycStatus !== "rejected" && (
            <Button variant="default" onClick={() => setRejecting(true)}>
              {t("kycPart.reject")}
            </Button>
          )}
          {(kycStatus === "verified" || kycStatus === "rejected") && (
            <Button variant="default" onClick={() => void decide("in_review")}>
              {t("kycPart.review")}
            </Button>
          )}
        </div>
      )}
      {isRejecting && (
        <ReasonDialog
          title={t("kycPart.rejectTitle", { name: retailer.tradingNameI18n[language] ?? retailer.tradingName })}
          text={t("kycPart.rejectText")}
          confirmLabel={t("kycPart.rejectConfirm")}
          reasonMax={documentLimits.reasonMax}
          isPending={false}
          error={null}
          onConfirm={(reason) => void decide("rejected", reason).then((isDone) => isDone && setRejecting(false))}
          onClose={() => setRejecting(false)}
        />
      )}
    </CardSection>
  );
}

type DocumentListProps = VerificationProps & { readonly mayRemove: boolean };

function DocumentList({ retailer, kyc: { rows, version }, mayRemove }: DocumentListProps) {
  const t = useMessages("retailers");
  const can = useCan();
  const { attempt } = usePartMutations();
  const [rejected, setRejected] = useState<RetailerDocument | null>(null);
  const mayDecide = can(retailerDocuments.decide) && !isFinal(retailer.status);
  const decide = (documentId: string, decision: "accepted" | "rejected", reason?: string) =>
    attempt(
      retailerDocuments.decide,
      { id: retailer.id, version, documentId, decision, ...(reason ? { reason } : {}) },
      t(`kycPart.document.${decision}`),
    );
  return (
    <>
      <CardLines label={t("kycPart.documents")}>
        {rows.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            {...(mayDecide && document.status === "pending"
              ? { onAccept: () => void decide(document.id, "accepted"), onReject: () => setRejected(document) }
              : {})}
            {...(mayRemove && document.status === "pending"
              ? {
                  onRemove: () =>
                    void attempt(
                      retailerDocuments.remove,
                      { id: retailer.id, version, documentId: document.id },
                      t("kycPart.document.removed"),
                    ),
                }
              : {})}
          />
        ))}
      </CardLines>
      {rejected && (
        <ReasonDialog
          title={t("kycPart.rejectDocument", { document: t(`documentType.${rejected.type}`) })}
          text={t("kycPart.rejectText")}
          confirmLabel={t("kycPart.rejectConfirm")}
          reasonMax={documentLimits.reasonMax}
          isPending={false}
          error={null}
          onConfirm={(reason) =>
            void decide(rejected.id, "rejected", reason).then((isDone) => isDone && setRejected(null))
          }
          onClose={() => setRejected(null)}
        />
      )}
    </>
  );
}
