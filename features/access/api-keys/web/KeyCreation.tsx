import { useState } from "react";
import { instant } from "#base/time.ts";
import { type ApiKey, type KeyInput, keyLimits } from "#features/access/api-keys/contract.ts";
import { lastDayAfter, lastingDays } from "#features/access/api-keys/rules.ts";
import { KeyForm } from "#features/access/api-keys/web/KeyForm.tsx";
import { SecretPage } from "#features/access/api-keys/web/SecretPage.tsx";
import { useKeySource } from "#features/access/api-keys/web/useKeySource.ts";
import { useKeyTexts } from "#features/access/api-keys/web/useKeyTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useMessages } from "#web/useMessages.ts";

const emptyKey = (): KeyInput => ({
  title: "",
  kind: "till",
  grants: [],
  scopes: [],
  callsPerMinute: keyLimits.callsPerMinute.usual,
  lastDay: lastDayAfter(instant(Date.now()), lastingDays.usual),
});

/** The form of a key that is not there yet; once it is made, its secret, which is shown nowhere else. */
export function KeyCreation({ id }: { readonly id: string }) {
  const t = useMessages("apiKeys");
  const [initial] = useState(emptyKey);
  const [secret, setSecret] = useState<string | null>(null);
  const [made, setMade] = useState<ApiKey | null>(null);
  const form = useRecordForm<KeyInput, ApiKey>(useKeySource(id, setSecret), {
    record: null,
    initial,
    onSaved: setMade,
  });
  const texts = useKeyTexts();
  if (made) return <SecretPage apiKey={made} secret={secret} />;
  return (
    <RecordPage
      list={{ name: "apiKeys", title: t("title"), path: "/apps/user/api-keys" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={texts}>
        <KeyForm />
      </RecordFormView>
    </RecordPage>
  );
}
