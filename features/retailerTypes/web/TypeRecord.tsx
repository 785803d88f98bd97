import { type RetailerType, type RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { emptyRetailerType } from "#features/retailerTypes/rules.ts";
import { TypeForm } from "#features/retailerTypes/web/TypeForm.tsx";
import { TypeMark } from "#features/retailerTypes/web/TypeMark.tsx";
import { TypeSteps } from "#features/retailerTypes/web/TypeSteps.tsx";
import { useTypeSource } from "#features/retailerTypes/web/useTypeSource.ts";
import { useTypeTexts } from "#features/retailerTypes/web/useTypeTexts.ts";
import { formatNumber } from "#web/formats.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

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
        <TypeDetails type={type} />
      </div>
      {isHistory && <ActivityPanel operation={retailerTypes.activity} id={type.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

function TypeDetails({ type }: { readonly type: RetailerType }) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useWords("record");
  const texts = useTypeTexts();
  const form = useRecordForm<RetailerTypeInput, RetailerType>(useTypeSource(type.id), {
    record: type,
    initial: emptyRetailerType,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? recordWords("saved")
            : recordWords("savedMerged", { fields: merged.map(texts.labelOf).join(recordWords("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={type.status === "archived" || !can(retailerTypes.update)}>
      <TypeForm />
    </RecordFormView>
  );
}
