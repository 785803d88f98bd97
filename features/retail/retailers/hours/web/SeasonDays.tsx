import { TextInput } from "@mantine/core";
import classes from "#features/retail/retailers/hours/web/HoursEditor.module.css";
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
  const isTurned = validFrom !== null && validTo !== null && validTo < validFrom;
  return (
    <div className={classes.days}>
      <TextInput
        type="date"
        label={t("hours.from")}
        value={validFrom ?? ""}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onChange({ validFrom: currentTarget.value || null, validTo })}
      />
      <TextInput
        type="date"
        label={t("hours.to")}
        value={validTo ?? ""}
        min={validFrom ?? undefined}
        disabled={isReadOnly}
        error={isTurned ? t("issues.ends_before_start") : undefined}
        onChange={({ currentTarget }) => onChange({ validFrom, validTo: currentTarget.value || null })}
      />
    </div>
  );
}
