import { Alert, Button } from "@mantine/core";
import { useMutation, type UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { type BulkPreview, type BulkResult, bulkRefusals } from "#base/bulk.ts";
import type { Operation } from "#base/contract.ts";
import { losesRequirement } from "#base/impact.ts";
import { Refusal } from "#base/refusal.ts";
import { call } from "#web/call.ts";
import { formatNumber } from "#web/formats.ts";
import { LossReasonField } from "#web/impact/LossReasonField.tsx";
import { useImpact } from "#web/impact/useImpact.ts";
import { type BulkActions, operationsOf } from "#web/list/bulk.ts";
import type { BulkDialogProps } from "#web/list/bulkDialogProps.ts";
import { BulkReasonField, unsaid } from "#web/list/BulkReasonField.tsx";
import { BulkPreviewText } from "#web/list/BulkPreviewText.tsx";
import { useOperations } from "#web/list/useOperations.ts";
import { refresh } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const BulkRunDialog = lazy(async () => {
  const [{ BulkRunDialog: component }, { loadBulkRunMessages }] = await Promise.all([
    import("#web/bulkRuns/BulkRunDialog.tsx"),
    import("#web/bulkRuns/loadBulkRunMessages.ts"),
  ]);
  await loadBulkRunMessages();
  return { default: component };
});

/**
 * Previews which records would change and which would not. Then applies exactly that, or asks again if something
 * changed meanwhile.
 */
export function BulkDialog(props: BulkDialogProps) {
  const { bulk, action } = props;
  const declared = useMemo(() => {
    const { preview, apply } = operationsOf(bulk, action);
    return [preview, apply];
  }, [bulk, action]);
  const [preview, apply] = useOperations(declared);
  const [isRun, setRun] = useState(props.isLarge === true && action.Choice === undefined);
  if (!preview || !apply) return null;
  if (!isRun) return <LoadedDialog {...props} operations={{ preview, apply }} />;
  return (
    <Suspense>
      <BulkRunDialog {...props} operation={apply} onAllAtOnce={() => setRun(false)} />
    </Suspense>
  );
}

type LoadedDialogProps = BulkDialogProps & {
  readonly operations: { readonly preview: Operation; readonly apply: Operation };
};

function LoadedDialog({ bulk, operations, action, target, onClose, onDone, context }: LoadedDialogProps) {
  const { language, t } = context;
  const shellMessages = useMessages();
  const toast = useToast();
  const [reason, setReason] = useState("");
  const said = reason.trim();
  // The reason does not affect the result, and a preview with impact is expensive, so it is requested only once.
  const reasonOf = (text: string) => (action.needsReason ? { reason: text } : {});
  const [chosen, setChosen] = useState<Readonly<Record<string, unknown>> | null>(null);
  const isChosen = action.Choice === undefined || chosen !== null;
  const input = { ...action.input, ...reasonOf(unsaid), ...chosen, selection: target };
  const { preview, apply } = useBulk({ ...operations, refreshes: bulk.refreshes }, input, isChosen);
  const changing = preview.data?.changing ?? 0;
  const isLoss = losesRequirement(preview.data?.consequences ?? []);
  const lacksReason = (action.needsReason || isLoss) && said === "";
  const isReady = changing > 0 && !lacksReason && isChosen && !(preview.isFetching || preview.isPlaceholderData);
  const handleApply = () =>
    apply.mutate(
      { ...input, ...reasonOf(said), ...(isLoss ? { reason: said } : {}), fingerprint: preview.data!.fingerprint },
      {
        onSuccess: ({ changed }) => {
          toast({ text: t(`bulk.${action.id}.done`, { count: changed, figure: formatNumber(language, changed) }) });
          onDone();
        },
        // An outdated preview is requested again; other refusals are shown.
        onError: (error) => void (isStale(error) && preview.refetch()),
      },
    );
  return (
    <SidePanel
      isOpen
      title={t(`bulk.${action.id}.title`)}
      onClose={onClose}
      pinned={
        <>
          {action.needsReason && (
            <BulkReasonField hint={t(`bulk.${action.id}.reasonHint`)} reason={reason} onChange={setReason} />
          )}
          {isLoss && !action.needsReason && <LossReasonField reason={reason} onChange={setReason} />}
          {apply.error && <Failure error={apply.error} />}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button
            {...((action.isDangerous || isLoss) && { color: "red" })}
            disabled={!isReady}
            loading={apply.isPending}
            onClick={handleApply}
            data-bulk-apply
          >
            {t(`bulk.${action.id}.confirm`, { count: changing, figure: formatNumber(language, changing) })}
          </Button>
        </>
      }
    >
      {action.Choice && <action.Choice onChange={setChosen} />}
      {!isChosen ? null : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
      ) : preview.data ? (
        <BulkPreviewText preview={preview.data} action={action} context={context} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </SidePanel>
  );
}

const Failure = ({ error }: { readonly error: Error }) => (
  <Alert color={isStale(error) ? "yellow" : "red"} role="alert">
    {textOf(error)}
  </Alert>
);

/** The two calls of a bulk action. Afterwards every query of this list is read again. */
function useBulk(
  { preview, apply, refreshes }: Omit<BulkActions, "actions">,
  input: Readonly<Record<string, unknown>>,
  isChosen: boolean,
) {
  const { transport, queryClient } = useApiClient();
  return {
    preview: useImpact(preview, input as never, { isEnabled: isChosen }) as UseQueryResult<BulkPreview, Error>,
    apply: useMutation(
      {
        mutationFn: (body: Readonly<Record<string, unknown>>) =>
          call(transport, apply, body as never) as Promise<BulkResult>,
        onSuccess: () => refresh(queryClient, refreshes),
      },
      queryClient,
    ),
  };
}

const isStale = (error: Error) => error instanceof Refusal && error.code === bulkRefusals.preview_stale.code;
