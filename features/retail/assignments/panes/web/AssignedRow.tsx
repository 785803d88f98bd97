import { dayIn } from "#base/days.ts";
import { instant } from "#base/time.ts";
import {
  type Assignment,
  type AssignmentStatus,
  assignmentTones,
  type RetailerSettings,
} from "#features/retail/assignments/contract/rows.ts";
import { isScheduled } from "#features/retail/assignments/rules.ts";
import classes from "#features/retail/assignments/panes/web/AssignedPane.module.css";
import { FindingLine } from "#features/retail/assignments/changes/web/FindingLine.tsx";
import { HalalChip } from "#features/retail/assignments/panes/web/HalalChip.tsx";
import { ProductCell } from "#features/retail/assignments/panes/web/ProductCell.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { formatPlannedDay } from "#web/formats.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { useNow } from "#web/record/useNow.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconCalendarTime, IconHistory, IconPencil } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type AssignedRowProps = {
  readonly row: Assignment;
  readonly shop: Pick<RetailerSettings, "timezone" | "locations">;
  /** Null if the user may not change it. */
  readonly isTicked: boolean | null;
  readonly onTick: (isTicked: boolean) => void;
  readonly onEdit: (() => void) | null;
  readonly onHistory: () => void;
};

/** One product that the retailer sells. */
export function AssignedRow({ row, shop, isTicked, onTick, onEdit, onHistory }: AssignedRowProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const { product, location, status, price } = row;
  const name = texts.nameOf(product);
  const now = useNow();
  const isToCome = isScheduled(row, new Date(now).toISOString());
  return (
    <div role="listitem" className={classes.row} data-ticked={isTicked ? "" : undefined}>
      {isTicked === null ? (
        <span />
      ) : (
        <CheckMark
          label={t("choose", { name })}
          isChecked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
      )}
      <ProductCell image={product.image}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.sub}>
          <bdi>{texts.nameOf(product.brand)}</bdi>
          {(location !== null || shop.locations.length > 0) && (
            <>
              {" · "}
              <bdi>{location?.name ?? t("where.all")}</bdi>
            </>
          )}
        </span>
      </ProductCell>
      <span className={classes.status}>
        <State status={status} isToCome={isToCome} />
      </span>
      <span className={classes.halal}>
        <HalalChip halal={row.halal} />
      </span>
      <span className={classes.stock}>{t(`stock.${row.stockStatus}`)}</span>
      <span className={`${classes.figure} ${classes.price}`}>
        {texts.price(price)}
        {price?.source === "product" && <span className={classes.sub}>{t("recommended")}</span>}
      </span>
      <span className={`${classes.figure} ${classes.rate}`}>
        <strong>{texts.rate(row.rate, price?.currency ?? row.currency)}</strong>
        <span className={classes.sub}>{texts.source(row.rate)}</span>
        {row.cashbackCapMinor !== null && (
          <span className={classes.sub}>
            {t("capped", { amount: texts.money(row.cashbackCapMinor, row.currency!) })} · {t("rate.assignment")}
          </span>
        )}
      </span>
      <span className={classes.edit}>
        <IconButton label={t("historyOf", { name })} onClick={onHistory}>
          <IconHistory size={18} aria-hidden />
        </IconButton>
        {onEdit && (
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <IconPencil size={18} aria-hidden />
          </IconButton>
        )}
      </span>
      <PeriodLine row={row} isToCome={isToCome} timezone={shop.timezone} />
      <Troubles row={row} />
    </div>
  );
}

type StateProps = { readonly status: AssignmentStatus; readonly isToCome: boolean };

function State({ status, isToCome }: StateProps) {
  const t = useMessages("assignments");
  if (!isToCome || status === "paused")
    return <StatusBadge tone={assignmentTones[status]}>{t(`status.${status}`)}</StatusBadge>;
  return (
    <StatusBadge tone="info" icon={<IconCalendarTime size={14} aria-hidden />}>
      {t("status.scheduled")}
    </StatusBadge>
  );
}

type PeriodLineProps = Pick<AssignedRowProps, "row"> & {
  readonly isToCome: boolean;
  readonly timezone: string | null;
};

/** The first day, if it is in the future, and the last day; in the retailer's time zone, and in both calendars. */
function PeriodLine({ row: { startsAt, endsAt }, isToCome, timezone }: PeriodLineProps) {
  const t = useMessages("assignments");
  const language = useLanguage();
  if (!isToCome && endsAt === null) return null;
  const both = (at: string) => formatPlannedDay(language, dayIn(at, timezone ?? "UTC"));
  const until = endsAt === null ? "" : both(instant(Date.parse(endsAt) - 1));
  return (
    <p className={classes.period}>
      {!isToCome
        ? t("where.until", { until })
        : endsAt === null
          ? t("where.from", { from: both(startsAt) })
          : t("where.fromUntil", { from: both(startsAt), until })}
    </p>
  );
}

/** Why it is paused, and the findings against it. */
function Troubles({
  row: { product, retailer, status, pauseSource, pauseReason, findings },
}: Pick<AssignedRowProps, "row">) {
  const t = useMessages("assignments");
  const isManual = status === "paused" && pauseSource === "manual";
  if (findings.length === 0 && !isManual) return null;
  return (
    <div className={classes.findings}>
      {isManual && (
        <p className={classes.paused}>
          {t("pausedBy")} <bdi>{pauseReason}</bdi>
        </p>
      )}
      {findings.map((finding) => (
        <FindingLine
          key={finding.reason}
          finding={finding}
          product={{ id: product.id, brandId: product.brand.id }}
          retailerId={retailer.id}
        />
      ))}
    </div>
  );
}
