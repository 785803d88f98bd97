import type { ReactNode } from "react";
import type { FileRule, StoredFile } from "#base/files.ts";
import { DocumentLine } from "#web/files/DocumentLine.tsx";
import { DropZone } from "#web/files/DropZone.tsx";
import { FieldFrame } from "#web/files/FieldFrame.tsx";
import classes from "#web/files/DocumentField.module.css";
import { useFileSending } from "#web/files/useSendFile.ts";
import { useLatest } from "#web/files/useLatest.ts";
import { useField } from "#web/record/useField.tsx";

/** What an area stores for each document besides the file: its kind, its language. */
type DocumentEntry = { readonly fileId: string };

type DocumentFieldProps<Entry extends DocumentEntry> = {
  readonly name: string;
  readonly rule: FileRule;
  readonly label: string;
  readonly max: number;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  /** Creates the entry of a document that was just uploaded. */
  readonly entryOf: (file: StoredFile) => Entry;
  /** Additional fields of one document. */
  readonly renderEntry?: (entry: Entry, onChange: (entry: Entry) => void) => ReactNode;
  /** Shows the document beside the form. If left out, the document is downloaded. */
  readonly onOpen?: (fileId: string) => void;
};

/** The documents of a record, as a form field: the value is a list of entries, each with a file id. */
export function DocumentField<Entry extends DocumentEntry>(props: DocumentFieldProps<Entry>) {
  const { name, rule, label, max, hint, isRequired, entryOf, renderEntry, onOpen } = props;
  const { value, change, input } = useField<readonly Entry[]>(name);
  const latest = useLatest(value);
  const { send, count, problems } = useFileSending({
    rule,
    roomFor: max - value.length,
    onStored: (stored) => change([...latest(), entryOf(stored)]),
  });
  const put = (at: number, entry: Entry) => change(latest().map((each, place) => (place === at ? entry : each)));
  return (
    <FieldFrame name={name} label={label} hint={hint} isRequired={isRequired} error={input.error} problems={problems}>
      {value.length > 0 && (
        <ul className={classes.list}>
          {value.map((entry, at) => (
            <DocumentLine
              key={entry.fileId}
              fileId={entry.fileId}
              onOpen={onOpen}
              onRemove={() => change(value.filter((_, place) => place !== at))}
            >
              {renderEntry?.(entry, (next) => put(at, next))}
            </DocumentLine>
          ))}
        </ul>
      )}
      {value.length < max && (
        <DropZone rule={rule} isMultiple={max > 1} sending={count} onFiles={(files) => void send(files)} isCompact />
      )}
    </FieldFrame>
  );
}
