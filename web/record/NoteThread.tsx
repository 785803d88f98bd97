import { Alert, Button, Textarea } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { formatDateTime } from "#web/formats.ts";
import { newId } from "#web/newId.ts";
import classes from "#web/record/NoteThread.module.css";
import { textOf } from "#web/textOf.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { CardLine, CardLines } from "#web/ui/CardLine.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

export type ThreadNote = {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
  /** Null for notes by the system and by users who were erased. */
  readonly createdByName: string | null;
};

type NoteThreadProps = {
  /** The newest note comes first, directly below the field it was typed in. */
  readonly notes: readonly ThreadNote[];
  readonly label: string;
  readonly fieldLabel: string;
  readonly button: string;
  readonly textMax: number;
  /** Adds a note, only once however often it is retried. Left out for read-only users. */
  readonly onSay?: (note: { readonly id: string; readonly text: string }) => Promise<unknown>;
};

/** The notes of a record, and a field to add one. */
export function NoteThread({ notes, label, fieldLabel, button, textMax, onSay }: NoteThreadProps) {
  const language = useLanguage();
  const deletedUser = useMessages("record")("someone");
  return (
    <>
      {onSay && <NoteField label={fieldLabel} button={button} textMax={textMax} onSay={onSay} />}
      {notes.length > 0 && (
        <CardLines label={label}>
          {notes.map(({ id, text, createdAt, createdByName: name }) => (
            <CardLine key={id} icon={<Avatar name={name ?? deletedUser} />} name={name ?? deletedUser}>
              <time dateTime={createdAt}>{formatDateTime(language, createdAt)}</time>
              <p className={classes.text} dir="auto">
                {text}
              </p>
            </CardLine>
          ))}
        </CardLines>
      )}
    </>
  );
}

type NoteFieldProps = Pick<NoteThreadProps, "label" | "button" | "textMax"> & Required<Pick<NoteThreadProps, "onSay">>;

function NoteField({ label, button, textMax, onSay }: NoteFieldProps) {
  const [text, setText] = useState("");
  // Kept until the note is stored, so that a retry doesn't add it twice.
  const [id, setId] = useState(newId);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      await onSay({ id, text: text.trim() });
      setText("");
      setId(newId());
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void handleSubmit(event)}>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={textMax}
        dir={text === "" ? undefined : "auto"}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error !== null && (
        <Alert color="red" role="alert">
          {textOf(error)}
        </Alert>
      )}
      <Button type="submit" variant="default" disabled={text.trim() === ""} loading={isPending}>
        {button}
      </Button>
    </form>
  );
}
