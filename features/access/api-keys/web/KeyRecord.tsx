import { lazy, Suspense, useState } from "react";
import { type ApiKey, apiKeys, type KeyWithSecret } from "#features/access/api-keys/contract.ts";
import { KeyStatusBadge } from "#features/access/api-keys/web/KeyStatusBadge.tsx";
import { KeySteps } from "#features/access/api-keys/web/KeySteps.tsx";
import { SecretNote } from "#features/access/api-keys/web/SecretNote.tsx";
import { SecretList } from "#features/access/api-keys/web/SecretList.tsx";
import { UsagePanel } from "#features/access/api-keys/web/UsagePanel.tsx";
import { useKeyTexts } from "#features/access/api-keys/web/useKeyTexts.ts";
import { formatDate, formatDateTime } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// On its way since the route was entered (routes.tsx).
const KeyDetails = lazy(() =>
  import("#features/access/api-keys/web/KeyDetails.tsx").then((module) => ({ default: module.KeyDetails })),
);

const tabs = ["details", "usage", "history"] as const;

/** A key that is there: what it may do, how it is used, and its history. Its secret is shown once, after it was renewed. */
export function KeyRecord({ apiKey }: { readonly apiKey: ApiKey }) {
  const t = useMessages("apiKeys");
  const language = useLanguage();
  const texts = useKeyTexts();
  const [tab, setTab] = useSearchParam("tab");
  const [renewed, setRenewed] = useState<KeyWithSecret | null>(null);
  const current = tabs.find((name) => name === tab) ?? "details";
  return (
    <RecordPage
      list={{ name: "apiKeys", title: t("title"), path: "/apps/user/api-keys" }}
      id={apiKey.id}
      title={apiKey.title}
      crumb={apiKey.prefix}
      badge={<KeyStatusBadge status={apiKey.status}>{t(`status.${apiKey.status}`)}</KeyStatusBadge>}
      facts={
        <>
          <span>{t(`kind.${apiKey.kind}`)}</span>
          <span>
            <bdi dir="ltr">{apiKey.prefix}</bdi>
          </span>
          <span>{t("until", { day: formatDate(language, apiKey.lastDay) })}</span>
          <span>
            {apiKey.lastUsedAt ? t("lastUsed", { when: formatDateTime(language, apiKey.lastUsedAt) }) : t("neverUsed")}
          </span>
          {apiKey.createdByName && <span>{t("madeBy", { name: apiKey.createdByName })}</span>}
        </>
      }
      actions={<KeySteps apiKey={apiKey} onRenewed={setRenewed} />}
      note={renewed && <SecretNote apiKey={renewed.key} secret={renewed.secret} />}
      tabs={{
        all: tabs.map((name) => ({ name, title: t(`tabs.${name}`) })),
        current,
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        current === "details" && (
          <ActivityPanel
            operation={apiKeys.activity}
            id={apiKey.id}
            texts={texts}
            t={t}
            onAll={() => setTab("history")}
          />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks elsewhere. */}
      <div style={{ display: current === "details" ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <KeyDetails apiKey={apiKey} />
        </Suspense>
      </div>
      {current === "usage" && (
        <>
          <UsagePanel id={apiKey.id} />
          <SecretList apiKey={apiKey} />
        </>
      )}
      {current === "history" && <ActivityPanel operation={apiKeys.activity} id={apiKey.id} texts={texts} t={t} />}
    </RecordPage>
  );
}
