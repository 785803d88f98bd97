import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { downloadWithHeaders } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconDownload } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

type PaypalExportProps = { readonly batch?: string; readonly part?: number };

/** Saves PayPal's payout file under the name of the spec, and says whether it is a preview. Changes nothing. */
export function PaypalExport({ batch, part = 1 }: PaypalExportProps) {
  const t = useMessages("wallet");
  const can = useCan();
  const toast = useToast();
  const { transport, queryClient } = useApiClient();
  const saving = useMutation(
    {
      mutationFn: async () => {
        const input = { part, ...(batch === undefined ? {} : { batch }) };
        const { file, headers } = await downloadWithHeaders(transport, payouts.csv, input);
        saveFile(new File([file], "paypal_cashback.csv", { type: file.type }));
        toast({ text: headers.get("x-payout-state") === "preview" ? t("export.preview") : t("export.done") });
      },
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  return (
    can(payouts.csv) && (
      <Button
        variant="default"
        {...(batch === undefined ? {} : { size: "xs" })}
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {batch === undefined ? t("export.button") : t("export.download")}
      </Button>
    )
  );
}
