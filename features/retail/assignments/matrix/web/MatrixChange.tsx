import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { assignments } from "#features/retail/assignments/contract.ts";
import type { Change } from "#features/retail/assignments/contract/changes.ts";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/matrix/web/MatrixPane.module.css";
import { PreviewBar } from "#features/retail/assignments/changes/web/PreviewBar.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { isStale, useChange } from "#features/retail/assignments/changes/web/useChange.ts";
import { isAtFields, usePlacement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { PlacementLine } from "#features/retail/assignments/terms/web/PlacementLine.tsx";
import { useScheduledDay } from "#features/retail/assignments/terms/web/useScheduledDay.ts";
import { useRead } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type MatrixChangeProps = {
  readonly shop: RetailerSettings;
  readonly pairs: readonly { readonly productId: string; readonly retailerId: string }[];
  readonly onDone: () => void;
};

const typingMs = 300;

/** The preview of the selected cells, and the button to apply it. */
export function MatrixChange({ shop, pairs, onDone }: MatrixChangeProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const toast = useToast();
  const key = pairs.map(({ productId, retailerId }) => `${productId} ${retailerId}`).join(",");
  const [settled] = useDebouncedValue(key, typingMs);
  const where = useWhereOf(shop, [...new Set(pairs.map(({ retailerId }) => retailerId))]);
  const change = useMemo<Change>(
    () => ({
      kind: "assign",
      target: {
        pairs: settled.split(",").map((pair) => {
          const [productId = "", retailerId = ""] = pair.split(" ");
          return { productId, retailerId, ...where.located };
        }),
      },
      blocked: "leave_out",
      ...where.period,
      ...where.terms,
    }),
    [settled, where.located, where.period, where.terms],
  );
  const { preview, apply } = useChange(change);
  const scheduledFor = useScheduledDay(where);
  const handleApply = () =>
    apply.mutate(preview.data!.fingerprint, {
      onSuccess: ({ changed }) => {
        toast({ text: t("assigned", { count: changed, figure: texts.figure(changed) }) });
        onDone();
      },
    });
  const error = apply.error ?? preview.error;
  return (
    <div className={classes.foot}>
      <PlacementLine where={where} error={preview.error} />
      {error && !isAtFields(error) && (
        <Alert color={isStale(error) ? "yellow" : "red"} m="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
      {preview.data ? (
        <PreviewBar
          preview={preview.data}
          scheduledFor={scheduledFor}
          change={change}
          isReady={settled === key && !where.isWrong && !preview.isFetching && !preview.isPlaceholderData}
          isPending={apply.isPending}
          onApply={handleApply}
        />
      ) : (
        !preview.error && <SkeletonRows rows={1} rowPx={56} />
      )}
    </div>
  );
}

const noLocations: RetailerSettings["locations"] = [];

/** The locations of the only selected branch; several branches have different ones. */
function useWhereOf(shop: RetailerSettings, retailerIds: readonly string[]) {
  const [first = shop.id] = retailerIds;
  const isOne = retailerIds.length === 1;
  const { data } = useRead(assignments.shop, { retailerId: first }, { isEnabled: isOne && first !== shop.id });
  const only = !isOne ? undefined : first === shop.id ? shop : data;
  return usePlacement({
    locations: only?.locations ?? noLocations,
    timezone: only?.timezone ?? null,
    currency: only?.currency ?? null,
    retailersCount: retailerIds.length,
  });
}
