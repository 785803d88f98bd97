import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type ApiKey, apiKeys, reasonMax } from "#features/access/api-keys/contract.ts";
import { SecretNote } from "#features/access/api-keys/web/SecretNote.tsx";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { IconPlugConnectedX, IconRefresh } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const RenewDialog = lazy(() =>
  import("#features/access/api-keys/web/RenewDialog.tsx").then((module) => ({ default: module.RenewDialog })),
);
const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

const refreshes = [apiKeys.get, apiKeys.list, apiKeys.countByStatus, apiKeys.activity];

type Action = "renew" | "revoke";
type KeyActionsProps = { readonly record: ApiKey; readonly onNote: (note: ReactNode) => void };

/** The actions on a key: a new secret, and its revocation. */
export function KeyActions({ record: apiKey, onNote }: KeyActionsProps) {
  const t = useMessages("apiKeys");
  const toast = useToast();
  const [open, setOpen] = useState<Action | null>(null);
  const renewal = useWrite(apiKeys.rotate, { refreshes });
  const revocation = useWrite(apiKeys.revoke, { refreshes });
  const { id, version } = apiKey;
  if (apiKey.status === "revoked") return null;
  const handleRenew = (keepsOld: boolean) =>
    renewal.mutate(
      { id, version, keepsOld },
      {
        onSuccess: ({ key, secret }) => {
          setOpen(null);
          onNote(<SecretNote apiKey={key} secret={secret} />);
        },
      },
    );
  const handleRevoke = (reason: string) =>
    revocation.mutate(
      { id, version, reason },
      {
        onSuccess: () => {
          setOpen(null);
          toast({ text: t("revoke.done", { title: apiKey.title }) });
        },
      },
    );
  return (
    <>
      <ActionButtons onOpen={setOpen} />
      <Suspense>
        {open === "renew" && (
          <RenewDialog
            apiKey={apiKey}
            isPending={renewal.isPending}
            error={renewal.error}
            onConfirm={handleRenew}
            onClose={() => setOpen(null)}
          />
        )}
        {open === "revoke" && (
          <ReasonDialog
            title={t("revoke.title", { title: apiKey.title })}
            text={t("revoke.text")}
            confirmLabel={t("revoke.confirm")}
            reasonMax={reasonMax}
            isPending={revocation.isPending}
            error={revocation.error}
            onConfirm={handleRevoke}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function ActionButtons({ onOpen }: { readonly onOpen: (action: Action) => void }) {
  const t = useMessages("apiKeys");
  const can = useCan();
  return (
    <>
      {can(apiKeys.rotate) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          onClick={() => onOpen("renew")}
        >
          {t("renew.button")}
        </Button>
      )}
      {can(apiKeys.revoke) && (
        <Button
          variant="default"
          leftSection={<IconPlugConnectedX size={18} stroke={1.75} aria-hidden />}
          onClick={() => onOpen("revoke")}
        >
          {t("revoke.button")}
        </Button>
      )}
    </>
  );
}
