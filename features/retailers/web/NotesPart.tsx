import { retailers } from "#features/retailers/contract.ts";
import { noteLimits, retailerNotes } from "#features/retailers/contract/notes.ts";
import type { Retailer } from "#features/retailers/contract/records.ts";
import classes from "#features/retailers/web/Part.module.css";
import { useRead, useWrite } from "#web/operations.ts";
import { NoteThread } from "#web/record/NoteThread.tsx";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useWords } from "#web/useWords.ts";

/** What colleagues tell each other about a retailer. */
export function NotesPart({ retailer: { id } }: { readonly retailer: Retailer }) {
  const t = useWords("retailers");
  const can = useCan();
  const { data, error, refetch, isFetching } = useRead(retailerNotes.list, { id });
  const add = useWrite(retailerNotes.add, { refreshes: [retailerNotes.list, retailers.activity] });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={64} />;
  return (
    <div className={classes.part}>
      <CardSection title={t("tabs.notes")} lead={t("notes.lead")}>
        <NoteThread
          notes={data.rows}
          label={t("tabs.notes")}
          fieldLabel={t("notes.new")}
          button={t("notes.add")}
          textMax={noteLimits.textMax}
          {...(can(retailerNotes.add)
            ? { onSay: ({ id: noteId, text }) => add.mutateAsync({ id, noteId, text }) }
            : {})}
        />
      </CardSection>
    </div>
  );
}
