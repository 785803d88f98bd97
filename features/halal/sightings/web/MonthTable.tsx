import { Button } from "@mantine/core";
import { daysBetween } from "#base/days.ts";
import type { MarketMonth } from "#features/halal/sightings/contract.ts";
import classes from "#features/halal/sightings/web/MonthTable.module.css";
import { useMonthName } from "#features/halal/sightings/web/useMonthName.ts";
import { useShiftText } from "#features/halal/sightings/web/useShiftText.ts";
import { formatDate, formatLongDate, formatNumber } from "#web/formats.ts";
import { IconCheck } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MonthTableProps = {
  readonly months: readonly MarketMonth[];
  /** Null for users who may only read. */
  readonly onEdit: ((month: MarketMonth) => void) | null;
};

/** The months around now, one per row. */
export function MonthTable({ months, onEdit }: MonthTableProps) {
  const t = useMessages("sightings");
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("columns.month")}</th>
            <th scope="col">{t("columns.start")}</th>
            <th scope="col">{t("columns.length")}</th>
            <th scope="col">{t("columns.state")}</th>
            {onEdit && <td />}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <MonthLine key={`${month.hijriYear}-${month.month}`} month={month} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MonthLineProps = Omit<MonthTableProps, "months"> & { readonly month: MarketMonth };

function MonthLine({ month, onEdit }: MonthLineProps) {
  const t = useMessages("sightings");
  const language = useLanguage();
  const nameOf = useMonthName();
  const shiftText = useShiftText();
  const { start, computedStart, length, confirmed, isCurrent } = month;
  const name = nameOf(month);
  return (
    <tr data-current={isCurrent || undefined}>
      <th scope="row">
        {name} {isCurrent && <StatusBadge tone="info">{t("current")}</StatusBadge>}
      </th>
      <td>
        {formatLongDate(language, start)}
        {start !== computedStart && <small>{shiftText(daysBetween(computedStart, start))}</small>}
      </td>
      <td>{t("days", { count: length, figure: formatNumber(language, length) })}</td>
      <td>
        {confirmed ? (
          <>
            <StatusBadge tone="ok" icon={<IconCheck size={14} aria-hidden />}>
              {t("state.confirmed")}
            </StatusBadge>
            <small>
              {t(confirmed.by === null ? "confirmedOn" : "confirmedBy", {
                name: confirmed.by,
                day: formatDate(language, confirmed.at),
              })}
              {" · "}
              <bdi>{confirmed.source}</bdi>
            </small>
          </>
        ) : (
          <StatusBadge tone="mute">{t("state.computed")}</StatusBadge>
        )}
      </td>
      {onEdit && (
        <td>
          <Button
            variant="default"
            size="xs"
            aria-label={t(confirmed ? "changeOf" : "confirmOf", { month: name })}
            onClick={() => onEdit(month)}
          >
            {t(confirmed ? "change" : "confirm")}
          </Button>
        </td>
      )}
    </tr>
  );
}
