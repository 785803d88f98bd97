import classes from "#features/retail/retailers/hours/web/HoursEditor.module.css";
import { DateRangeField } from "#web/dates/DateRangeField.tsx";
import { useMessages } from "#web/useMessages.ts";

type Period = { readonly validFrom: string | null; readonly validTo: string | null };
type SeasonDaysProps = {
  readonly period: Period;
  readonly isReadOnly: boolean;
  readonly onChange: (period: Period) => void;
};

/** The first and the last day of a season of one's own. Hours are written once both are known. */
export function SeasonDays({ period, isReadOnly, onChange }: SeasonDaysProps) {
  const t = useMessages("retailers");
  const { validFrom, validTo } = period;
  return (
    <div className={classes.days}>
      <DateRangeField
        fromLabel={t("hours.from")}
        toLabel={t("hours.to")}
        value={{ from: validFrom, to: validTo }}
        disabled={isReadOnly}
        onChange={({ from, to }) => onChange({ validFrom: from, validTo: to })}
      />
    </div>
  );
}
