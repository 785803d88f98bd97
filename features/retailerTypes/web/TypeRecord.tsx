import { lazy, Suspense } from "react";
import { retailers } from "#features/retailers/contract.ts";
import { type RetailerType, retailerTypes } from "#features/retailerTypes/contract.ts";
import { TypeMark } from "#features/retailerTypes/web/TypeMark.tsx";
import { TypeSteps } from "#features/retailerTypes/web/TypeSteps.tsx";
import { useTypeTexts } from "#features/retailerTypes/web/useTypeTexts.ts";
import { formatNumber } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useCan } from "#web/session.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

// On its way since the route was entered (routes.tsx).
const TypeDetails = lazy(() =>
  import("#features/retailerTypes/web/TypeDetails.tsx").then((module) => ({ default: module.TypeDetails })),
);

const TypeRetailers = lazy(() =>
  import("#features/retailerTypes/web/TypeRetailers.tsx").then((module) => ({ default: module.TypeRetailers })),
);

const tabNames = ["details", "usedBy", "history"] as const;

/** A type that is there: its rules, who uses it, and its history. */
export function TypeRecord({ type }: { readonly type: RetailerType }) {
  const t = useWords("retailerTypes");
  const language = useLanguage();
  const texts = useTypeTexts();
  const [tab, setTab] = useSearchParam("tab");
  const can = useCan();
  const offered = tabNames.filter((name) => name !== "usedBy" || can(retailers.list));
  const current = offered.find((name) => name === tab) ?? "details";
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
        all: offered.map((name) => ({
          name,
          title: t(`tabs.${name}`),
          ...(name === "usedBy" ? { count: count.figure } : {}),
        })),
        current,
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        current === "details" && (
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
      {/* Hidden rather than left out: what is typed stays while one looks at another tab. */}
      <div hidden={current !== "details"} style={{ display: current === "details" ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <TypeDetails type={type} />
        </Suspense>
      </div>
      {current === "usedBy" && (
        <Suspense fallback={<SkeletonRows rows={6} rowPx={48} />}>
          <TypeRetailers type={type} />
        </Suspense>
      )}
      {current === "history" && <ActivityPanel operation={retailerTypes.activity} id={type.id} texts={texts} t={t} />}
    </RecordPage>
  );
}
