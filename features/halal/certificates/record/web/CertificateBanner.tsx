import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { provenByKind } from "#features/halal/certificates/contract/vocabulary.ts";
import { useDaysText } from "#features/halal/certificates/web/useDaysText.ts";
import { formatDate } from "#web/formats.ts";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type CertificateNoteProps = {
  readonly certificate: Certificate;
  /** The form is shown: above it are the requirements of a draft. */
  readonly isForm: boolean;
  readonly onGo: (tab: string) => void;
};

/** In which part of the page something is settled. */
const placeOf: Readonly<Record<string, string>> = {
  days_missing: "details",
  end_missing: "details",
  review_missing: "details",
  standard_missing: "details",
  document_missing: "documents",
  lines_missing: "scope",
};

/** Why a certificate is what it is, what a reviewer should look at, and what stands between it and its next step. */
export function CertificateBanner({ certificate, isForm, onGo }: CertificateNoteProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const daysText = useDaysText();
  const { effectiveState, state, stateReason, stateChangedAt, steps, lineCounts, documents, supersedes, supersededBy } =
    certificate;
  const verifiedAt = state === "verified" ? certificate.verifiedAt : null;
  const lead = t(`note.${effectiveState}`, {
    day: formatDate(language, verifiedAt ?? stateChangedAt),
    days: daysText(certificate) ?? "",
  });
  const said: StatusReason[] = [];
  const say = (key: string, text: ReactNode, isBlocking = false, tab?: string) =>
    said.push({ key, text, isBlocking, ...(tab ? { fix: { label: t("look"), onFix: () => onGo(tab) } } : {}) });
  if (stateReason !== null) say("reason", stateReason);
  if (verifiedAt !== null && stateChangedAt > verifiedAt)
    say("reinstated", t("flags.reinstated", { day: formatDate(language, stateChangedAt) }));
  if (certificate.hasOtherName) say("name", t("flags.otherName", { name: certificate.holder?.name }), true, "details");
  if (certificate.hasOddNumber)
    say("number", t("flags.oddNumber", { body: certificate.body.acronym }), true, "details");
  if (documents.some(({ alsoOn }) => alsoOn.length > 0))
    say("bytes", <SameFile certificate={certificate} />, true, "documents");
  if (lineCounts.listed > lineCounts.matched)
    say(
      "lines",
      t("flags.unmatched", {
        count: lineCounts.listed - lineCounts.matched,
        figure: lineCounts.listed - lineCounts.matched,
      }),
      false,
      "scope",
    );
  if (certificate.isBodySuspended) say("body", t("flags.bodySuspended", { body: certificate.body.acronym }), true);
  const proven = provenByKind[certificate.kind];
  if (proven !== "product" && lineCounts.matched > 0)
    say("proves", t("flags.provesOther", { what: t(`proves.${proven}`) }));
  if (certificate.isReviewOverdue) say("review", t("flags.reviewOverdue"), true);
  if (certificate.isCheckOverdue) say("check", t("flags.checkOverdue"), true);
  if (supersedes !== null)
    say(
      "older",
      <>
        {t("flags.renews")} <Other {...supersedes} />
      </>,
    );
  if (supersededBy !== null)
    say(
      "newer",
      <>
        {t("flags.renewedBy", { state: t(`state.${supersededBy.state}`) })} <Other {...supersededBy} />
      </>,
    );
  const transitions = isForm ? steps.filter(({ verb }) => verb !== "submit") : steps;
  for (const blocker of new Set(transitions.flatMap(({ blockers }) => blockers)))
    if (blocker !== "own_renewal") say(blocker, t(`blockers.${blocker}`), true, placeOf[blocker]);
  return <StatusNote lead={lead} reasons={said} />;
}

const Other = ({ id, code }: { readonly id: string; readonly code: string }) => (
  <Link to={`/apps/cert/certs/${id}`}>
    <bdi>{code}</bdi>
  </Link>
);

/** The same bytes on two certificates: both are named. */
function SameFile({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const others = new Map(certificate.documents.flatMap(({ alsoOn }) => alsoOn).map((each) => [each.id, each]));
  return (
    <>
      {t("flags.sameFile", { code: certificate.code })}{" "}
      {[...others.values()].map((other) => (
        <Other key={other.id} {...other} />
      ))}
    </>
  );
}
