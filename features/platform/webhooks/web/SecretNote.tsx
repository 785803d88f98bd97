import { Alert } from "@mantine/core";
import { CopyLine } from "#web/ui/CopyLine.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SecretNoteProps = {
  /** Null: an earlier answer had it, and got lost. */
  readonly secret: string | null;
};

/** The secret to copy, that it is not shown again, and what a receiver does with it. */
export function SecretNote({ secret }: SecretNoteProps) {
  const t = useMessages("webhooks");
  const icon = <IconAlertTriangle size={20} aria-hidden />;
  if (secret === null) {
    return (
      <Alert color="yellow" mt="md" icon={icon} title={t("secret.lostTitle")}>
        {t("secret.lostText")}
      </Alert>
    );
  }
  return (
    <div style={{ display: "grid", gap: 16, marginBlockStart: 16, maxInlineSize: 760 }}>
      <Alert color="yellow" icon={icon} title={t("secret.onceTitle")}>
        {t("secret.onceText")}
      </Alert>
      <CopyLine label={t("secret.label")} text={secret} />
    </div>
  );
}
