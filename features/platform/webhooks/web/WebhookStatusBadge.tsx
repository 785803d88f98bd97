import type { Webhook } from "#features/platform/webhooks/contract.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

type WebhookStatusBadgeProps = Pick<Webhook, "status" | "failingSince">;

/** Whether a webhook is told what happens, and whether it arrives. */
export function WebhookStatusBadge({ status, failingSince }: WebhookStatusBadgeProps) {
  const t = useMessages("webhooks");
  if (status === "paused") return <StatusBadge tone="mute">{t("status.paused")}</StatusBadge>;
  if (failingSince !== null) return <StatusBadge tone="warn">{t("status.failing")}</StatusBadge>;
  return <StatusBadge tone="ok">{t("status.active")}</StatusBadge>;
}
