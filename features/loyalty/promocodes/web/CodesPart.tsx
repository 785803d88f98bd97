import { Button, Progress } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import { type CodeBatch, codeBatches } from "#features/loyalty/promocodes/contract/batches.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { download } from "#web/call.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { refresh, useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { CardLine, CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCopy, IconDownload, IconPlus, IconTicket, IconX } from "#web/ui/icons.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { copyText } from "#web/ui/copyText.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const BatchDialog = lazy(() =>
  import("#features/loyalty/promocodes/web/BatchDialog.tsx").then((module) => ({ default: module.BatchDialog })),
);

const tones: Readonly<Record<CodeBatch["status"], Tone>> = {
  waiting: "info",
  running: "info",
  done: "ok",
  cancelled: "mute",
  failed: "error",
};
/** While codes are being generated. */
const progressEveryMs = 2000;

/** The code that all share, or the batches of unique codes. */
export function CodesPart({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  if (record.codeMode === "unique") return <Batches record={record} />;
  const text = record.codeMode === "automatic" ? t("codes.automaticText") : t("codes.sharedText");
  return (
    <EmptyState
      icon={<IconTicket aria-hidden />}
      title={record.sharedCode ?? t(`codeMode.${record.codeMode}`)}
      text={text}
    />
  );
}

function Batches({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const every = isBusy ? { everyMs: progressEveryMs } : {};
  const { data, error, refetch, isFetching } = useRead(codeBatches.list, { id: record.id }, every);
  const isRunning = data?.rows.some(({ status }) => status === "waiting" || status === "running") ?? false;
  if (isRunning !== isBusy) setBusy(isRunning);
  useCodesCount(data?.rows);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={56} />;
  return (
    <div className={classes.part}>
      <CardSection
        title={t("codes.title")}
        lead={t("codes.lead")}
        badge={
          can(codeBatches.create) && (
            <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              {t("codes.generate")}
            </Button>
          )
        }
      >
        {data.rows.length === 0 ? (
          <p>{t("codes.none")}</p>
        ) : (
          <CardLines label={t("codes.title")}>
            {data.rows.map((batch) => (
              <BatchLine key={batch.id} batch={batch} />
            ))}
          </CardLines>
        )}
        <Suspense>{isAdding && <BatchDialog promocodeId={record.id} onClose={() => setAdding(false)} />}</Suspense>
      </CardSection>
    </div>
  );
}

/** Reads the promocode again when codes were added: its page says how many it has. */
function useCodesCount(batches: readonly CodeBatch[] | undefined): void {
  const { queryClient } = useApiClient();
  const generated = batches?.reduce((sum, batch) => sum + batch.generated, 0);
  const known = useRef(generated);
  useEffect(() => {
    if (known.current !== undefined && known.current !== generated) void refresh(queryClient, [promocodes.get]);
    known.current = generated;
  }, [generated, queryClient]);
}

function BatchLine({ batch }: { readonly batch: CodeBatch }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const figure = (count: number) => formatNumber(language, count);
  const isOver = batch.status !== "waiting" && batch.status !== "running";
  return (
    <CardLine
      icon={<IconTicket size={20} aria-hidden />}
      name={batch.pattern}
      actions={
        <>
          <StatusBadge tone={tones[batch.status]}>{t(`batchStatus.${batch.status}`)}</StatusBadge>
          <BatchActions batch={batch} />
        </>
      }
    >
      <span>
        {t("codes.progress", { done: figure(batch.generated), all: figure(batch.quantity) })} ·{" "}
        {formatDate(language, batch.createdAt)}
      </span>
      {!isOver && (
        <Progress value={(100 * batch.generated) / batch.quantity} aria-label={t("codes.progressLabel")} size="sm" />
      )}
    </CardLine>
  );
}

function BatchActions({ batch }: { readonly batch: CodeBatch }) {
  const t = useMessages("promocodes");
  const can = useCan();
  const toast = useToast();
  const { transport, queryClient } = useApiClient();
  const cancel = useWrite(codeBatches.cancel, { refreshes: [codeBatches.list, promocodes.get] });
  const saving = useMutation(
    {
      mutationFn: async () => saveFile(await download(transport, codeBatches.exportCsv, { batchId: batch.id })),
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  const isOver = batch.status !== "waiting" && batch.status !== "running";
  if (!isOver)
    return (
      can(codeBatches.cancel) && (
        <IconButton
          label={t("codes.cancel")}
          onClick={() =>
            cancel.mutate(
              { batchId: batch.id },
              { onError: (error) => toast({ variant: "error", text: textOf(error) }) },
            )
          }
        >
          <IconX size={18} aria-hidden />
        </IconButton>
      )
    );
  const copyId = async () =>
    toast((await copyText(batch.id)) ? { text: t("codes.copied") } : { variant: "warning", text: batch.id });
  return (
    <>
      <IconButton label={t("codes.copyId")} onClick={() => void copyId()}>
        <IconCopy size={18} aria-hidden />
      </IconButton>
      {can(codeBatches.exportCsv) && (
        <IconButton label={t("codes.export")} disabled={saving.isPending} onClick={() => saving.mutate()}>
          <IconDownload size={18} aria-hidden />
        </IconButton>
      )}
    </>
  );
}
