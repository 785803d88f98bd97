import { Alert, Button, Checkbox, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Change } from "#features/retail/assignments/contract/changes.ts";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import { ChangeOutcome } from "#features/retail/assignments/changes/web/ChangeOutcome.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { isStale, useChange } from "#features/retail/assignments/changes/web/useChange.ts";
import { isAtFields, usePlacement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { PlacementFields } from "#features/retail/assignments/terms/web/PlacementFields.tsx";
import { useRead } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const typingMs = 200;

/** Copies what another retailer sells to this one, with a preview like every bulk change. */
export function CopyDialog({ shop, onClose }: { readonly shop: RetailerSettings; readonly onClose: () => void }) {
  const t = useMessages("assignments");
  const shellMessages = useMessages();
  const texts = useAssignTexts();
  const toast = useToast();
  const [from, setFrom] = useState<{ value: string; label: string } | null>(null);
  const [withTerms, setWithTerms] = useState(true);
  const where = usePlacement({ locations: shop.locations, timezone: shop.timezone, currency: null, retailersCount: 1 });
  const change: Change | null = from && {
    kind: "copy",
    fromRetailerId: from.value,
    retailerIds: [shop.id],
    withTerms,
    ...where.located,
    ...where.period,
  };
  const { preview, apply } = useChange(change, 50);
  const creating = preview.data?.counts.create ?? 0;
  const isReady = change !== null && creating > 0 && !preview.isFetching && !preview.isPlaceholderData;
  const handleApply = () =>
    apply.mutate(preview.data!.fingerprint, {
      onSuccess: ({ changed }) => {
        toast({ text: t("assigned", { count: changed, figure: texts.figure(changed) }) });
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      title={t("copy.title")}
      onClose={onClose}
      widthPx={520}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button disabled={!isReady} loading={apply.isPending} onClick={handleApply}>
            {t("assign", { count: creating, figure: texts.figure(creating) })}
          </Button>
        </>
      }
    >
      {apply.error && (
        <Alert color={isStale(apply.error) ? "yellow" : "red"} mb="md" role="alert">
          {textOf(apply.error)}
        </Alert>
      )}
      <RetailerChoice exceptId={shop.id} chosen={from} onChange={setFrom} />
      <Checkbox
        my="md"
        label={t("copy.withTerms")}
        description={t("copy.withTermsText")}
        checked={withTerms}
        onChange={({ currentTarget }) => setWithTerms(currentTarget.checked)}
      />
      <PlacementFields where={where} error={preview.error} hasTerms={false} />
      {change === null || isAtFields(preview.error) ? null : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
      ) : preview.data ? (
        <ChangeOutcome preview={preview.data} isNew />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

type RetailerChoiceProps = {
  readonly exceptId: string;
  readonly chosen: { value: string; label: string } | null;
  readonly onChange: (chosen: { value: string; label: string } | null) => void;
};

function RetailerChoice({ exceptId, chosen, onChange }: RetailerChoiceProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search, typingMs);
  const wanted = asked === chosen?.label ? "" : asked;
  const { data, isFetching } = useRead(
    assignments.listShops,
    { exceptId, ...(wanted === "" ? {} : { search: wanted }) },
    { keepsPrevious: true },
  );
  const options = (data?.rows ?? []).map((shop) => ({
    value: shop.id,
    label: `${texts.nameOf(shop)} · ${shop.code} · ${t("products", { count: shop.assigned, figure: texts.figure(shop.assigned) })}`,
  }));
  return (
    <Select
      label={t("copy.from")}
      placeholder={t("copy.search")}
      // As in RecordPicker: once the rows for the typed text are there.
      selectFirstOptionOnChange={!isFetching && asked === search}
      searchable
      // Already filtered by the server.
      filter={({ options: found }) => found}
      data={chosen && !options.some(({ value }) => value === chosen.value) ? [chosen, ...options] : options}
      value={chosen?.value ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(_, option) => onChange(option ? { value: option.value, label: option.label } : null)}
      nothingFoundMessage={t("copy.none")}
    />
  );
}
