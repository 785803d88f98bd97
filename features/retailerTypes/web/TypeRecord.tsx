import { lazy, Suspense } from "react";
import { type RetailerType, retailerTypes } from "#features/retailerTypes/contract.ts";
import { TypeMark } from "#features/retailerTypes/web/TypeMark.tsx";
import { TypeSteps } from "#features/retailerTypes/web/TypeSteps.tsx";
import { useTypeTexts } from "#features/retailerTypes/web/useTypeTexts.ts";
import { formatNumber } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

// On its way since the route was entered (routes.tsx).
const TypeDetails = lazy(() =>
  import("#features/retailerTypes/web/TypeDetails.tsx").then((module) => ({ default: module.TypeDetails })),
);

/** A type that is there: its rules, who uses it, and its history. */
export function TypeRecord({ type }: { readonly type: RetailerType }) {
  const t = useWords("retailerTypes");
  const language = useLanguage();
  const texts = useTypeTexts();
  const [tab, setTab] = useSearchParam("tab");
  const isHistory = tab === "history";
  const count = { count: type.retailersCount, figure: formatNumber(language, type.retailersCount) };
  return (
    <RecordPage
      list={{ name: "retailerTypes", title: t("title"), path: "/apps/retailer-type/types" }}
      id={type.id}
      title={type.nameI18n[language] ?? type.name}
      crumb={type.code}
      picture={<TypeMark icon={type.icon} sizePx={48} />}
      badge={<StatusBadge tone={type.status === "active" ? "ok" : "mute"}>{t(`status.${type.status}`)}</StatusBadge>}
      facts={
        <>
          <span>{type.code}</span>
          <span>{t("retailers", count)}</span>
        </>
      }
      actions={
        <>
          <LinkButton variant="default" to="/apps/retailer/retailers" search={{ retailerTypeId: type.id }}>
            {t("rowLinks.retailers")}
          </LinkButton>
          <TypeSteps type={type} />
        </>
      }
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
            operation={retailerTypes.activity}
            id={type.id}
            texts={texts}
            t={t}
            onAll={() => setTab("history")}
          />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks at the history. */}
      <div hidden={isHistory} style={{ display: isHistory ? "none" : "contents" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <TypeDetails type={type} />
        </Suspense>
      </div>
      {isHistory && <ActivityPanel operation={retailerTypes.activity} id={type.id} texts={texts} t={t} />}
    </RecordPage>
  );
}
