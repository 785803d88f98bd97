import { Button } from "@mantine/core";
import { standards } from "#features/certifiers/contract.ts";
import type { Standard, StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";
import { StandardForm } from "#features/standards/web/StandardForm.tsx";
import { useStandardSource } from "#features/standards/web/useStandardSource.ts";
import { useStandardTexts } from "#features/standards/web/useStandardTexts.ts";
import { useWrite } from "#web/operations.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

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
      title={`${standard.code} · ${standard.edition}`}
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
        <Details standard={standard} />
      </div>
      {isHistory && <ActivityPanel operation={standards.activity} id={standard.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

function Details({ standard }: { readonly standard: Standard }) {
  const can = useCan();
  const toast = useToast();
  const words = useWords("record");
  const texts = useStandardTexts();
  const form = useRecordForm<StandardInput, Standard>(useStandardSource(standard.id), {
    record: standard,
    initial: emptyStandard,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? words("saved")
            : words("savedMerged", { fields: merged.map(texts.labelOf).join(words("comma")) }),
      }),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={standard.status === "archived" || !can(standards.update)}>
      <StandardForm />
    </RecordFormView>
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
