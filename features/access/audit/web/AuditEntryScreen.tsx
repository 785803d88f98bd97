import { useParams } from "@tanstack/react-router";
import { audit, type AuditEntry } from "#features/access/audit/contract.ts";
import { EntryChanges } from "#features/access/audit/web/EntryChanges.tsx";
import { EntryFacts } from "#features/access/audit/web/EntryFacts.tsx";
import { timeOf } from "#features/access/audit/web/useAuditList.ts";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { useRead } from "#web/operations.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** One entry of the log with all its details. */
export function AuditEntryScreen() {
  const { entryId: id = "" }: { entryId?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(audit.get, { id });
  if (data) return <Entry key={id} entry={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={48} />;
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const t = useMessages("audit");
  const language = useLanguage();
  const { actionOf, resourceOf } = useAuditTexts([entry.resource]);
  return (
    <RecordPage
      list={{ name: "audit", title: t("title"), path: "/apps/audit/entries" }}
      id={entry.id}
      title={t("entryTitle", { action: actionOf(entry.action), resource: resourceOf(entry.resource) })}
      crumb={t("entryNumber", { id: entry.id })}
      facts={
        <>
          <span>
            <bdi>{entry.actorName}</bdi>
          </span>
          <span>{timeOf(entry.at, language)}</span>
        </>
      }
    >
      <EntryChanges entry={entry} />
      <EntryFacts entry={entry} />
    </RecordPage>
  );
}
