import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { NoteThread, type ThreadNote } from "#web/record/NoteThread.tsx";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

type NotesPanelProps = {
  /** `list` returns the notes of a record by its id, newest first; `add` also takes the note's id and text. */
  readonly operations: { readonly list: Operation; readonly add: Operation };
  readonly id: string;
  /** Activity query of the record: it also shows that a note was added. */
  readonly activity: Operation;
  readonly textMax: number;
  /** The feature's messages: `tabs.notes`, and `lead`, `new` and `add` of `notes`. */
  readonly t: Translate<"tabs.notes" | `notes.${"lead" | "new" | "add"}`>;
};

/** Internal notes about a record, and a field for users who may add one. */
export function NotesPanel({ operations: { list, add }, id, activity, textMax, t }: NotesPanelProps) {
  const can = useCan();
  const { data, error, refetch, isFetching } = useRead(list, { id });
  const saying = useWrite(add, { refreshes: [list, activity] });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={64} />;
  const say = ({ id: noteId, text }: Pick<ThreadNote, "id" | "text">) => saying.mutateAsync({ id, noteId, text });
  return (
    <CardSection title={t("tabs.notes")} lead={t("notes.lead")}>
      <NoteThread
        notes={(data as { rows: readonly ThreadNote[] }).rows}
        label={t("tabs.notes")}
        fieldLabel={t("notes.new")}
        button={t("notes.add")}
        textMax={textMax}
        {...(can(add) ? { onSay: say } : {})}
      />
    </CardSection>
  );
}
