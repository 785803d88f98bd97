import { useMemo } from "react";
import { type ApiKey, apiKeys, type KeyInput } from "#features/access/api-keys/contract.ts";
import { KeyForm } from "#features/access/api-keys/web/KeyForm.tsx";
import { useKeySource } from "#features/access/api-keys/web/useKeySource.ts";
import { useKeyTexts } from "#features/access/api-keys/web/useKeyTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** The fields of a key, to read and to change. They hold from its next call on. */
export function KeyDetails({ apiKey }: { readonly apiKey: ApiKey }) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useMessages("record");
  const source = useKeySource(apiKey.id);
  const initial = useMemo(() => source.valuesOf(apiKey), [source, apiKey]);
  const form = useRecordForm<KeyInput, ApiKey>(source, {
    record: apiKey,
    initial,
    onSaved: () => toast({ text: recordWords("saved") }),
  });
  const texts = useKeyTexts();
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={apiKey.status === "revoked" || !can(apiKeys.update)}>
      <KeyForm />
    </RecordFormView>
  );
}
