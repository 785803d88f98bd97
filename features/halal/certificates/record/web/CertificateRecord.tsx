import { lazy, Suspense } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { CertificateNote } from "#features/halal/certificates/record/web/CertificateNote.tsx";
import { CertificateSteps } from "#features/halal/certificates/review/web/CertificateSteps.tsx";
import { EvidenceBadge } from "#features/halal/certificates/web/EvidenceBadge.tsx";
import { QueueLinks } from "#features/halal/certificates/review/web/QueueLinks.tsx";
import { StateBadge } from "#features/halal/certificates/web/StateBadge.tsx";
import { useCertificateTexts } from "#features/halal/certificates/record/web/useCertificateTexts.ts";
import { queuePath, useQueueWay } from "#features/halal/certificates/review/web/useQueueWay.ts";
import { countryName, formatNumber } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useCan } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const part = <Name extends string>(name: Name, load: () => Promise<Record<Name, React.ComponentType<PartProps>>>) =>
  lazy(() => load().then((module) => ({ default: module[name] })));

export type PartProps = { readonly certificate: Certificate };

// The first is on its way since the route was entered (routes.tsx).
const parts = {
  overview: part(
    "CertificateOverview",
    () => import("#features/halal/certificates/record/web/CertificateOverview.tsx"),
  ),
  details: part("CertificateDetails", () => import("#features/halal/certificates/record/web/CertificateDetails.tsx")),
  documents: part("DocumentsPart", () => import("#features/halal/certificates/record/web/DocumentsPart.tsx")),
  scope: part("ScopePart", () => import("#features/halal/certificates/scope/web/ScopePart.tsx")),
  impact: part("ImpactPart", () => import("#features/halal/certificates/validity/web/ImpactPart.tsx")),
  notes: part("NotesPart", () => import("#features/halal/certificates/record/web/NotesPart.tsx")),
  revisions: part("RevisionsPart", () => import("#features/halal/certificates/validity/web/RevisionsPart.tsx")),
};
type PartName = keyof typeof parts;
const isPart = (name: string): name is PartName => name in parts;

/** A certificate that is there: what it says beside its document, what may happen to it, and what rests on it. */
export function CertificateRecord({ certificate }: PartProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const texts = useCertificateTexts();
  const [tab, setTab] = useSearchParam("tab");
  const can = useCan();
  const isShown = isPart(tab) && (tab !== "impact" || can(certificates.previewImpact));
  const current = isShown ? tab : tab === "history" ? "history" : "overview";
  const way = useQueueWay(certificate.id);
  const { lineCounts, documents } = certificate;
  const count = (value: number) => (value === 0 ? {} : { count: formatNumber(language, value) });
  const Part = current === "history" ? null : parts[current];
  return (
    <RecordPage
      // Whoever works through the queue goes back there, and on to the next in it.
      list={
        way
          ? { name: "certificates.queue", title: t("queue.title"), path: queuePath }
          : { name: "certificates", title: t("title"), path: "/apps/cert/certs" }
      }
      id={certificate.id}
      title={certificate.certificateNo}
      crumb={certificate.code}
      badge={
        <>
          <StateBadge state={certificate.effectiveState} />
          {certificate.verifiedAt && <EvidenceBadge level={certificate.evidenceLevel} />}
        </>
      }
      facts={<RecordFacts certificate={certificate} />}
      actions={
        <>
          {way && <QueueLinks way={way} />}
          <CertificateSteps certificate={certificate} {...(way ? { onDecided: way.onDecided } : {})} />
        </>
      }
      note={<CertificateNote certificate={certificate} onGo={setTab} />}
      tabs={{
        all: [
          { name: "overview", title: t("tabs.overview") },
          { name: "details", title: t("tabs.details") },
          { name: "documents", title: t("tabs.documents"), ...count(documents.length) },
          { name: "scope", title: t("tabs.scope"), ...count(lineCounts.listed) },
          ...(can(certificates.previewImpact) ? [{ name: "impact", title: t("tabs.impact") }] : []),
          { name: "notes", title: t("tabs.notes") },
          { name: "revisions", title: t("tabs.revisions") },
          { name: "history", title: t("tabs.history") },
        ],
        current,
        onChange: (name) => setTab(name === "overview" ? "" : name),
      }}
    >
      {Part ? (
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <Part certificate={certificate} />
        </Suspense>
      ) : (
        <ActivityPanel operation={certificates.activity} id={certificate.id} texts={texts} t={t} />
      )}
    </RecordPage>
  );
}

/** Which one it is, whose, and by whom. */
function RecordFacts({ certificate: { code, holderName, body, revision, holderCountry } }: PartProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  return (
    <>
      <span>{code}</span>
      <span>
        <bdi>{holderName}</bdi>
      </span>
      <span>{body.acronym}</span>
      {revision > 1 && <span>{t("revision", { figure: formatNumber(language, revision) })}</span>}
      {holderCountry && <span>{countryName(language, holderCountry)}</span>}
    </>
  );
}
