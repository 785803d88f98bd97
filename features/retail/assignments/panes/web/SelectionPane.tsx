import { Alert, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { Change, ChangePreview, PreviewLine } from "#features/retail/assignments/contract/changes.ts";
import { FindingLine } from "#features/retail/assignments/changes/web/FindingLine.tsx";
import { PreviewBar } from "#features/retail/assignments/changes/web/PreviewBar.tsx";
import classes from "#features/retail/assignments/panes/web/SelectionPane.module.css";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { isStale, useChange } from "#features/retail/assignments/changes/web/useChange.ts";
import { isAtFields, type Placement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { useScheduledDay } from "#features/retail/assignments/terms/web/useScheduledDay.ts";
import { PlacementLine } from "#features/retail/assignments/terms/web/PlacementLine.tsx";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import {
  IconCalendarDue,
  IconCheck,
  IconWallet,
  IconPlus,
  IconShieldOff,
  IconSquareCheck,
  IconX,
} from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type SelectionPaneProps = {
  readonly retailerIds: readonly string[];
  readonly where: Placement;
  readonly chosen: ReadonlySet<string>;
  readonly onRemove: (productId: string) => void;
  readonly onClear: () => void;
};

const typingMs = 250;

/** The preview of the selected products: blocked ones with reasons, then those that will be assigned. */
export function SelectionPane({ retailerIds, where, chosen, onRemove, onClear }: SelectionPaneProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const toast = useToast();
  const [settled] = useDebouncedValue(chosen, typingMs);
  const change = useMemo<Change | null>(
    () =>
      settled.size === 0
        ? null
        : {
            kind: "assign",
            target: { retailerIds: [...retailerIds], ...where.located, products: { ids: [...settled] } },
            blocked: "leave_out",
            ...where.period,
            ...where.terms,
          },
    [settled, retailerIds, where.located, where.period, where.terms],
  );
  const { preview, apply } = useChange(change);
  const scheduledFor = useScheduledDay(where);
  const isCurrent = settled === chosen && !preview.isFetching && !preview.isPlaceholderData;
  const handleApply = () =>
    apply.mutate(preview.data!.fingerprint, {
      onSuccess: ({ changed }) => {
        toast({ text: t("assigned", { count: changed, figure: texts.figure(changed) }) });
        onClear();
      },
    });
  return (
    <>
      <section className={classes.pane} aria-label={t("selection")}>
        <SelectionHead count={chosen.size} onClear={onClear} />
        <PlacementLine where={where} error={preview.error} />
        {apply.error && (
          <Alert color={isStale(apply.error) ? "yellow" : "red"} m="md" role="alert">
            {textOf(apply.error)}
          </Alert>
        )}
        {chosen.size === 0 ? (
          <EmptyState
            icon={<IconSquareCheck size={24} aria-hidden />}
            title={t("nothingChosen")}
            text={t("nothingChosenText")}
          />
        ) : isAtFields(preview.error) ? null : preview.error ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
        ) : preview.data ? (
          <Outcomes
            preview={preview.data}
            scheduledFor={scheduledFor}
            hasMany={retailerIds.length > 1}
            onRemove={onRemove}
          />
        ) : (
          <SkeletonRows rows={4} rowPx={48} />
        )}
      </section>
      {chosen.size > 0 && preview.data && (
        <PreviewBar
          preview={preview.data}
          scheduledFor={scheduledFor}
          change={change}
          isReady={isCurrent && !where.isWrong}
          isPending={apply.isPending}
          onApply={handleApply}
        />
      )}
    </>
  );
}

type SelectionHeadProps = { readonly count: number; readonly onClear: () => void };

function SelectionHead({ count, onClear }: SelectionHeadProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  return (
    <div className={classes.head}>
      <h2>{t("selection")}</h2>
      <span className={classes.dim} aria-live="polite">
        {t("products", { count, figure: texts.figure(count) })}
      </span>
      {count > 0 && (
        <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={onClear}>
          {t("clear")}
        </Button>
      )}
    </div>
  );
}

const groups = [
  { outcome: "blocked", icon: IconShieldOff },
  { outcome: "overlaps", icon: IconCalendarDue },
  { outcome: "wrong_currency", icon: IconWallet },
  { outcome: "create", icon: IconPlus },
  { outcome: "already", icon: IconCheck },
] as const;

/** A group shows this many before "Show all". */
const shownMax = 6;

type OutcomesProps = {
  readonly preview: ChangePreview;
  /** The first day of what will be assigned, if it is still to come. */
  readonly scheduledFor: string | null;
  /** Each line names its retailer. */
  readonly hasMany: boolean;
  readonly onRemove: (productId: string) => void;
};

function Outcomes({ preview, scheduledFor, hasMany, onRemove }: OutcomesProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return groups.map(({ outcome, icon: Icon }) => {
    const count = preview.counts[outcome] ?? 0;
    const lines = preview.lines.filter((line) => line.outcome === outcome);
    const shown = open.has(outcome) ? lines : lines.slice(0, shownMax);
    if (count === 0) return null;
    const title =
      outcome === "create" && scheduledFor !== null
        ? t("outcomes.scheduled", { day: scheduledFor })
        : t(`outcomes.${outcome}`);
    return (
      <section key={outcome} aria-label={title} data-outcome={outcome} className={classes.group}>
        <h3 className={classes.groupHead}>
          <Icon size={14} aria-hidden />
          {title}
          <bdi className={classes.count}>{texts.figure(count)}</bdi>
        </h3>
        {shown.map((line) => (
          <OutcomeLine
            key={`${line.product.id} ${line.retailer.id}`}
            line={line}
            hasMany={hasMany}
            onRemove={onRemove}
          />
        ))}
        {shown.length < lines.length && (
          <Button variant="subtle" size="compact-sm" m="xs" onClick={() => setOpen(new Set([...open, outcome]))}>
            {t("showMore", { count: lines.length - shown.length, figure: texts.figure(lines.length - shown.length) })}
          </Button>
        )}
      </section>
    );
  });
}

type OutcomeLineProps = Pick<OutcomesProps, "hasMany" | "onRemove"> & { readonly line: PreviewLine };

function OutcomeLine({ line: { product, retailer, findings }, hasMany, onRemove }: OutcomeLineProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const name = texts.nameOf(product);
  return (
    <div className={classes.line}>
      <div className={classes.lineHead}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          {hasMany && <bdi className={classes.shop}>{retailer.name}</bdi>}
        </span>
        <IconButton label={t("remove", { name })} onClick={() => onRemove(product.id)}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </div>
      {findings.map((finding) => (
        <FindingLine key={finding.reason} finding={finding} product={{ id: product.id }} retailerId={retailer.id} />
      ))}
    </div>
  );
}
