import { standardName } from "#base/halal.ts";
import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { standards } from "#features/certifiers/contract.ts";
import type { Standard } from "#features/certifiers/contract/standards.ts";
import { useStandardTexts } from "#features/standards/web/useStandardTexts.ts";
import { useWrite } from "#web/operations.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

// On its way since the route was entered (routes.tsx).
const StandardDetails = lazy(() =>
  import("#features/standards/web/StandardDetails.tsx").then((module) => ({ default: module.StandardDetails })),
);

/** An edition of a standard that is there. */
export function StandardRecord({ standard }: { readonly standard: Standard }) {
  const t = useWords("standards");
  const language = useLanguage();
  const texts = useStandardTexts();
  const [tab, setTab] = useSearchParam("tab");
  const isHistory = tab === "history";
  return (
    <RecordPage
      list={{ name: "standards", title: t("title"), path: "/apps/certifier/standards" }}
      id={standard.id}
      title={standardName(standard)}
      crumb={standard.code}
      badge={standard.status === "archived" && <StatusBadge tone="mute">{t("status.archived")}</StatusBadge>}
      facts={
        <>
          <span>
            <bdi>{standard.titleI18n[language] ?? standard.title}</bdi>
          </span>
          <span>{t("certificates", { count: standard.certificateCount })}</span>
        </>
      }
      actions={<StatusButton standard={standard} />}
      tabs={{
        all: [
          { name: "details", title: t("tabs.details") },
          { name: "history", title: t("tabs.history") },
        ],
        current: isHistory ? "history" : "details",
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        !isHistory && (
          <ActivityPanel
            operation={standards.activity}
            id={standard.id}
            texts={texts}
            t={t}
            onAll={() => setTab("history")}
          />
        )
      }
    >
      <div hidden={isHistory} style={{ display: isHistory ? "none" : "contents" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <StandardDetails standard={standard} />
        </Suspense>
      </div>
      {isHistory && <ActivityPanel operation={standards.activity} id={standard.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

function StatusButton({ standard }: { readonly standard: Standard }) {
  const t = useWords("standards");
  const can = useCan();
  const toast = useToast();
  const change = useWrite(standards.changeStatus, { refreshes: [standards.list, standards.get, standards.activity] });
  if (!can(standards.changeStatus)) return null;
  const isLiving = standard.status === "active";
  return (
    <Button
      variant="default"
      loading={change.isPending}
      leftSection={isLiving ? <IconArchive size={18} aria-hidden /> : <IconArrowBackUp size={18} aria-hidden />}
      onClick={() =>
        change.mutate(
          { id: standard.id, version: standard.version, to: isLiving ? "archived" : "active" },
          { onError: (error) => toast({ variant: "warning", text: textOf(error) }) },
        )
      }
    >
      {t(isLiving ? "archive" : "restore")}
    </Button>
  );
}
