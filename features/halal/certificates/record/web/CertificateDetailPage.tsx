import { lazy, Suspense, useEffect, useState } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { CertificateBanner } from "#features/halal/certificates/record/web/CertificateBanner.tsx";
import { CertificateActions } from "#features/halal/certificates/review/web/CertificateActions.tsx";
import { EvidenceBadge } from "#features/halal/certificates/web/EvidenceBadge.tsx";
import { QueueLinks } from "#features/halal/certificates/review/web/QueueLinks.tsx";
import { StateBadge } from "#features/halal/certificates/web/StateBadge.tsx";
import { queuePath, useQueueNavigation } from "#features/halal/certificates/review/web/useQueueNavigation.ts";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { countryName, formatNumber } from "#web/formats.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useCan } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const lazyTab = <Name extends string>(name: Name, load: () => Promise<Record<Name, React.ComponentType<TabProps>>>) =>
  lazy(() => load().then((module) => ({ default: module[name] })));

export type TabProps = { readonly certificate: Certificate };

// The first is already loading since the route was entered (routes.tsx).
const tabs = {
  overview: lazyTab(
    "CertificateOverview",
    () => import("#features/halal/certificates/record/web/CertificateOverview.tsx"),
  ),
  details: lazyTab(
    "CertificateEditForm",
    () => import("#features/halal/certificates/record/web/CertificateEditForm.tsx"),
  ),
  documents: lazy(() =>
    withFileMessages(
      import("#features/halal/certificates/record/web/DocumentsTab.tsx").then((module) => module.DocumentsTab),
    ),
  ),
  scope: lazyTab("ScopeTab", () => import("#features/halal/certificates/scope/web/ScopeTab.tsx")),
  impact: lazyTab("ImpactTab", () => import("#features/halal/certificates/validity/web/ImpactTab.tsx")),
  notes: lazyTab("NotesTab", () => import("#features/halal/certificates/record/web/NotesTab.tsx")),
  revisions: lazyTab("RevisionsTab", () => import("#features/halal/certificates/validity/web/RevisionsTab.tsx")),
  history: lazyTab("HistoryTab", () => import("#features/halal/certificates/record/web/HistoryTab.tsx")),
};
const DecisionOutcome = lazy(() =>
  import("#features/halal/certificates/review/web/DecisionOutcome.tsx").then((module) => ({
    default: module.DecisionOutcome,
  })),
);
type TabName = keyof typeof tabs;
const isTab = (name: string): name is TabName => name in tabs;

/** An existing certificate: its fields beside its document, its actions, and its impact. */
export function CertificateDetailPage({ certificate }: TabProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const [tab, setTab] = useSearchParam("tab");
  const can = useCan();
  const current = isTab(tab) && (tab !== "impact" || can(certificates.previewImpact)) ? tab : "overview";
  const queue = useQueueNavigation(certificate.id);
  const [decided, setDecided] = useState<string | null>(null);
  useHeadingFocus(queue !== null);
  const { lineCounts, documents } = certificate;
  const count = (value: number) => (value === 0 ? {} : { count: formatNumber(language, value) });
  const Tab = tabs[current];
  return (
    <RecordPage
      // Reviewers who came from the queue go back there, and on to the next certificate.
      list={
        queue
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
          {queue && <QueueLinks queue={queue} />}
          <CertificateActions certificate={certificate} {...(queue ? { onDecided: setDecided } : {})} />
        </>
      }
      note={
        <>
          <Suspense>{queue && decided !== null && <DecisionOutcome text={decided} queue={queue} />}</Suspense>
          <CertificateBanner certificate={certificate} isForm={current === "details"} onGo={setTab} />
        </>
      }
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
      <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
        <Tab certificate={certificate} />
      </Suspense>
    </RecordPage>
  );
}

/** Reviewers who go through the queue start at the top of each certificate, also with a screen reader. */
function useHeadingFocus(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || document.activeElement?.closest("main, [aria-modal=true]")) return;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [isOn]);
}

/** Which one it is, whose, and by whom. */
function RecordFacts({ certificate: { code, holderName, body, revision, holderCountry } }: TabProps) {
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
