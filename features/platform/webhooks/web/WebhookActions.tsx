import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Webhook, webhooks } from "#features/platform/webhooks/contract.ts";
import { SecretNote } from "#features/platform/webhooks/web/SecretNote.tsx";
import { newId } from "#web/newId.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconRefresh, IconSend, IconTrash } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm, useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

type WebhookActionsProps = { readonly record: Webhook; readonly onNote: (note: ReactNode) => void };

/** The actions on a webhook: try it, give it a new secret, remove it. */
export function WebhookActions(props: WebhookActionsProps) {
  const { record: webhook } = props;
  const t = useMessages("webhooks");
  const messages = useMessages();
  const can = useCan();
  const { trial, renewal, handleTry, handleRenew, handleRemove } = useWebhookActions(props);
  return (
    <>
      {can(webhooks.ping) && webhook.status === "active" && (
        <Button
          variant="default"
          loading={trial.isPending}
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          onClick={handleTry}
        >
          {t("try.button")}
        </Button>
      )}
      {can(webhooks.rotate) && (
        <Button
          variant="default"
          loading={renewal.isPending}
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          onClick={() => void handleRenew()}
        >
          {t("renew.button")}
        </Button>
      )}
      {can(webhooks.remove) && (
        <Button
          variant="default"
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={() => void handleRemove()}
        >
          {messages("buttons.delete")}
        </Button>
      )}
    </>
  );
}

function useWebhookActions({ record: { id, version, title }, onNote }: WebhookActionsProps) {
  const t = useMessages("webhooks");
  const toast = useToast();
  const confirm = useConfirm();
  const deleteNamed = useDeleteFlow();
  const router = useRouter();
  const [, setTab] = useSearchParam("tab");
  const trial = useWrite(webhooks.ping, { refreshes: [webhooks.get, webhooks.deliveries, webhooks.activity] });
  const renewal = useWrite(webhooks.rotate, { refreshes: [webhooks.get, webhooks.list, webhooks.activity] });
  const removal = useWrite(webhooks.remove, { refreshes: [webhooks.list] });
  const onError = (error: unknown) => toast({ variant: "error", text: textOf(error) });
  const handleTry = () =>
    trial.mutate(
      { id, deliveryId: newId() },
      {
        onSuccess: ({ status }) => {
          toast({ variant: status === "delivered" ? "success" : "warning", text: t(`try.${status}`) });
          setTab("deliveries");
        },
        onError,
      },
    );
  const handleRenew = async () => {
    const question = { title: t("renew.title", { title }), text: t("renew.text"), confirmLabel: t("renew.confirm") };
    if (!(await confirm(question))) return;
    renewal.mutate({ id, version }, { onSuccess: ({ secret }) => onNote(<SecretNote secret={secret} />), onError });
  };
  const handleRemove = async () => {
    const isRemoved = await deleteNamed({ named: title, remove: () => removal.mutateAsync({ id, version }) });
    if (isRemoved) void router.navigate({ to: "/apps/user/webhooks", replace: true, ignoreBlocker: true });
  };
  return { trial, renewal, handleTry, handleRenew, handleRemove };
}
