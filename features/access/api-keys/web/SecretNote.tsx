import { type ApiKey, apiKeys } from "#features/access/api-keys/contract.ts";
import { CopyLine } from "#web/ui/CopyLine.tsx";
import classes from "#features/access/api-keys/web/SecretNote.module.css";
import { useRead } from "#web/operations.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SecretNoteProps = {
  readonly apiKey: ApiKey;
  /** Null: an earlier answer had it, and got lost. */
  readonly secret: string | null;
};

/** The secret to copy, that it is not shown again, and a call to try it with. */
export function SecretNote({ apiKey, secret }: SecretNoteProps) {
  const t = useMessages("apiKeys");
  const example = useExample(apiKey);
  if (secret === null) {
    return <Warning title={t("secret.lostTitle")} text={t("secret.lostText")} />;
  }
  return (
    <div className={classes.note}>
      <Warning title={t("secret.onceTitle")} text={t("secret.onceText")} />
      <CopyLine label={t("secret.label")} text={secret} />
      {example && (
        <CopyLine label={t("secret.example")} text={`curl -H "Authorization: Bearer ${secret}" "${example}"`} />
      )}
    </div>
  );
}

/** The address of the first call that the key may make without further ado. */
function useExample({ grants }: ApiKey): string | null {
  const { data } = useRead(apiKeys.choices, {});
  const held = new Set(grants.map(({ permission }) => permission));
  const calls = data?.rows.filter(({ permission }) => held.has(permission)).flatMap((choice) => choice.calls) ?? [];
  const plain = calls.filter(({ method, path }) => method === "GET" && !path.includes("{"));
  const [first] = plain.toSorted((one, other) => one.path.length - other.path.length);
  return first && data ? `${data.address}${first.path}${first.exampleQuery}` : null;
}

const Warning = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className={classes.warning} role="note">
    <IconAlertTriangle size={20} aria-hidden />
    <div>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  </div>
);
