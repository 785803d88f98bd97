import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type ApiKey, apiKeys, keyLimits, type KeyWithSecret } from "#features/access/api-keys/contract.ts";
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

type KeyStepsProps = { readonly apiKey: ApiKey; readonly onRenewed: (renewed: KeyWithSecret) => void };

/** What can be done with a key: a new secret, and the end. */
export function KeySteps({ apiKey, onRenewed }: KeyStepsProps) {
  const t = useMessages("apiKeys");
  const toast = useToast();
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const renewal = useWrite(apiKeys.rotate, { refreshes });
  const revocation = useWrite(apiKeys.revoke, { refreshes });
  const { id, version } = apiKey;
  if (apiKey.status === "revoked") return null;
  const handleRenew = (keepsOld: boolean) =>
    renewal.mutate(
      { id, version, keepsOld },
      {
        onSuccess: (renewed) => {
          setAsked(null);
          onRenewed(renewed);
        },
      },
    );
  const handleRevoke = (reason: string) =>
    revocation.mutate(
      { id, version, reason },
      {
        onSuccess: () => {
          setAsked(null);
          toast({ text: t("revoke.done", { title: apiKey.title }) });
        },
      },
    );
  return (
    <>
      <StepButtons onAsk={setAsked} />
      <Suspense>
        {asked === "renew" && (
          <RenewDialog
            apiKey={apiKey}
            isPending={renewal.isPending}
            error={renewal.error}
            onConfirm={handleRenew}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === "revoke" && (
          <ReasonDialog
            title={t("revoke.title", { title: apiKey.title })}
            text={t("revoke.text")}
            confirmLabel={t("revoke.confirm")}
            reasonMax={keyLimits.reasonMax}
            isPending={revocation.isPending}
            error={revocation.error}
            onConfirm={handleRevoke}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function StepButtons({ onAsk }: { readonly onAsk: (step: "renew" | "revoke") => void }) {
  const t = useMessages("apiKeys");
  const can = useCan();
  return (
    <>
      {can(apiKeys.rotate) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAsk("renew")}
        >
          {t("renew.button")}
        </Button>
      )}
      {can(apiKeys.revoke) && (
        <Button
          variant="default"
          leftSection={<IconPlugConnectedX size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAsk("revoke")}
        >
          {t("revoke.button")}
        </Button>
      )}
    </>
  );
}
