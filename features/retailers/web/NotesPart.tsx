import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { retailers } from "#features/retailers/contract.ts";
import { noteLimits, retailerNotes } from "#features/retailers/contract/notes.ts";
import type { Retailer } from "#features/retailers/contract/records.ts";
import classes from "#features/retailers/web/Part.module.css";
import { formatDateTime } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { CardLine, CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** What colleagues tell each other about a retailer. */
export function NotesPart({ retailer: { id } }: { readonly retailer: Retailer }) {
  const t = useWords("retailers");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const [text, setText] = useState("");
  // Kept until it has arrived, so that a second try says nothing twice.
  const [noteId, setNoteId] = useState(newId);
  const { data, error, refetch, isFetching } = useRead(retailerNotes.list, { id });
  const add = useWrite(retailerNotes.add, { refreshes: [retailerNotes.list, retailers.activity] });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={64} />;
  const handleAdd = () =>
    add.mutate(
      { id, noteId, text: text.trim() },
      {
        onSuccess: () => {
          setText("");
          setNoteId(newId());
        },
        onError: (failure) => toast({ variant: "error", text: textOf(failure) }),
      },
    );
  return (
    <div className={classes.part}>
      <CardSection title={t("tabs.notes")} lead={t("notes.lead")}>
        {can(retailerNotes.add) && (
          <>
            <Textarea
              label={t("notes.new")}
              autosize
              minRows={2}
              maxRows={10}
              maxLength={noteLimits.textMax}
              dir={text === "" ? undefined : "auto"}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <div className={classes.buttons}>
              <Button disabled={text.trim() === ""} loading={add.isPending} onClick={handleAdd}>
                {t("notes.add")}
              </Button>
            </div>
          </>
        )}
        {data.rows.length > 0 && (
          <CardLines label={t("tabs.notes")}>
            {data.rows.map((note) => {
              const name = note.createdByName ?? t("notes.somebody");
              return (
                <CardLine key={note.id} icon={<Avatar name={name} />} name={name}>
                  <span>{formatDateTime(language, note.createdAt)}</span>
                  <p className={classes.note} dir="auto">
                    {note.text}
                  </p>
                </CardLine>
              );
            })}
          </CardLines>
        )}
      </CardSection>
    </div>
  );
}
