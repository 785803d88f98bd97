import { certificates } from "#features/certificates/contract.ts";
import { certificateNotes, noteLimits } from "#features/certificates/contract/notes.ts";
import type { Certificate } from "#features/certificates/contract/records.ts";
import classes from "#features/certificates/web/ImpactPart.module.css";
import { useRead, useWrite } from "#web/operations.ts";
import { NoteThread } from "#web/record/NoteThread.tsx";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useWords } from "#web/useWords.ts";

/** What colleagues tell each other about a certificate, whatever has become of it. */
export function NotesPart({ certificate: { id } }: { readonly certificate: Certificate }) {
  const t = useWords("certificates");
  const can = useCan();
  const { data, error, refetch, isFetching } = useRead(certificateNotes.list, { id });
  const add = useWrite(certificateNotes.add, { refreshes: [certificateNotes.list, certificates.activity] });
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
          {...(can(certificateNotes.add)
            ? { onSay: ({ id: noteId, text }) => add.mutateAsync({ id, noteId, text }) }
            : {})}
        />
      </CardSection>
    </div>
  );
}
