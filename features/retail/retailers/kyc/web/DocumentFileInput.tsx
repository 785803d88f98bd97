import type { FileRule } from "#base/files.ts";
import { DocumentLine } from "#web/files/DocumentLine.tsx";
import { DropZone } from "#web/files/DropZone.tsx";
import { FieldFrame } from "#web/files/FieldFrame.tsx";
import { useFileSending } from "#web/files/useSendFile.ts";
import { useField } from "#web/record/useField.tsx";

type DocumentFileInputProps = { readonly name: string; readonly rule: FileRule; readonly label: string };

/** The control of `DocumentFileField`, loaded on demand. */
export function DocumentFileInput({ name, rule, label }: DocumentFileInputProps) {
  const { value, change, input } = useField<string | null>(name);
  const { send, count, problems } = useFileSending({ rule, roomFor: 1, onStored: ({ id }) => change(id) });
  return (
    <FieldFrame name={name} label={label} error={input.error} problems={problems}>
      {value === null ? (
        <DropZone rule={rule} isMultiple={false} sending={count} onFiles={(files) => void send(files)} isCompact />
      ) : (
        <ul style={{ margin: 0, padding: 0, listStyle: "none" }}>
          <DocumentLine fileId={value} onRemove={() => change(null)} />
        </ul>
      )}
    </FieldFrame>
  );
}
