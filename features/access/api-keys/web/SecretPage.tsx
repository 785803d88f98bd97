import type { ApiKey } from "#features/access/api-keys/contract.ts";
import { SecretNote } from "#features/access/api-keys/web/SecretNote.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

type SecretPageProps = { readonly apiKey: ApiKey; readonly secret: string | null };

/** A key that was just made, with its secret for the one time. */
export function SecretPage({ apiKey, secret }: SecretPageProps) {
  const t = useMessages("apiKeys");
  return (
    <RecordPage
      list={{ name: "apiKeys", title: t("title"), path: "/apps/user/api-keys" }}
      id={null}
      title={t("secret.made", { title: apiKey.title })}
      crumb={apiKey.prefix}
      actions={<LinkButton to={`/apps/user/api-keys/${apiKey.id}`}>{t("secret.goOn")}</LinkButton>}
    >
      <SecretNote apiKey={apiKey} secret={secret} />
    </RecordPage>
  );
}
