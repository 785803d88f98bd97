import { lazy, Suspense } from "react";
import { certifiers, recognitions } from "#features/halal/certifiers/contract.ts";
import type { Body } from "#features/halal/certifiers/contract/bodies.ts";
import { BodySteps } from "#features/halal/certifiers/web/BodySteps.tsx";
import { useBodyTexts } from "#features/halal/certifiers/web/useBodyTexts.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { StatusNote } from "#web/record/StatusNote.tsx";
import { useCan } from "#web/session.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// On its way since the route was entered (routes.tsx).
const BodyDetails = lazy(() =>
  import("#features/halal/certifiers/web/BodyDetails.tsx").then((module) => ({ default: module.BodyDetails })),
);
const BodyRecognitions = lazy(() =>
  import("#features/halal/certifiers/web/BodyRecognitions.tsx").then((module) => ({
    default: module.BodyRecognitions,
  })),
);

/** A certifying body that is there: what it is, its accreditations with their scopes, who recognises it, its history. */
export function BodyRecord({ body }: { readonly body: Body }) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  const can = useCan();
  const texts = useBodyTexts();
  const [tab, setTab] = useSearchParam("tab");
  const isElsewhere = tab === "history" || tab === "recognition";
  return (
    <RecordPage
      list={{ name: "certifiers", title: t("title"), path: "/apps/certifier/bodies" }}
      id={body.id}
      title={body.acronym}
      crumb={body.acronym}
      picture={<LogoMark id={body.id} name={body.acronym} logoFileId={body.logoFileId} sizePx={48} />}
      badge={
        body.status !== "active" && (
          <StatusBadge tone={body.status === "suspended" ? "error" : "mute"}>{t(`status.${body.status}`)}</StatusBadge>
        )
      }
      facts={
        <>
          <span>
            <bdi>{body.nameI18n[language] ?? body.name}</bdi>
          </span>
          <span>{countryName(language, body.country)}</span>
          <span>{t(`kinds.${body.kind}`)}</span>
          <span>{t("certificates", { count: body.certificateCount })}</span>
        </>
      }
      actions={<BodySteps body={body} />}
      note={body.status === "suspended" && <SuspensionNote body={body} />}
      tabs={{
        all: [
          { name: "details", title: t("tabs.details") },
          ...(can(recognitions.list) ? [{ name: "recognition", title: t("tabs.recognition") }] : []),
          { name: "history", title: t("tabs.history") },
        ],
        current: isElsewhere ? tab : "details",
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        !isElsewhere && (
          <ActivityPanel
            operation={certifiers.activity}
            id={body.id}
            texts={texts}
            t={t}
            onAll={() => setTab("history")}
          />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks at the rest. */}
      <div hidden={isElsewhere} style={{ display: isElsewhere ? "none" : "contents" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <BodyDetails body={body} />
        </Suspense>
      </div>
      <Suspense fallback={<SkeletonRows rows={5} />}>
        {tab === "recognition" && <BodyRecognitions body={body} />}
      </Suspense>
      {tab === "history" && <ActivityPanel operation={certifiers.activity} id={body.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

/** The day and the reason of a suspension. */
function SuspensionNote({ body: { statusReason, statusChangedAt } }: { readonly body: Body }) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  return (
    <StatusNote
      lead={t("suspendedSince", { day: formatDate(language, statusChangedAt) })}
      reasons={statusReason === null ? [] : [{ key: "reason", text: statusReason, isBlocking: false }]}
    />
  );
}
