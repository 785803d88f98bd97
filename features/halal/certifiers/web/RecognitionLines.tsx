import type { Recognition } from "#features/halal/certifiers/contract/recognitions.ts";
import { periodOn } from "#features/halal/certifiers/rules.ts";
import classes from "#features/halal/certifiers/web/RecognitionLines.module.css";
import { countryName, formatDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<ReturnType<typeof periodOn>, Tone>> = { current: "ok", upcoming: "info", ended: "mute" };

type RecognitionLinesProps = {
  readonly rows: readonly Recognition[];
  /** Null if the user may only read. */
  readonly onEdit: ((recognition: Recognition) => void) | null;
};

/** Periods of recognition, each with its list, its scope and its source. */
export function RecognitionLines({ rows, onEdit }: RecognitionLinesProps) {
  const t = useMessages("certifiers");
  const messages = useMessages();
  const language = useLanguage();
  const today = localDay(useNow());
  const dayOf = (day: string | null, open: "recognition.fromEver" | "recognition.toOpen") =>
    day === null ? t(open) : formatDate(language, day);
  return (
    <ul className={classes.lines}>
      {rows.map((row) => {
        const state = periodOn(row, today);
        return (
          <li key={row.id}>
            <div className={classes.what}>
              <b>{countryName(language, row.market)}</b>
              <StatusBadge tone={tones[state]}>{t(`recognition.states.${state}`)}</StatusBadge>
            </div>
            <span>
              {t("recognition.by", { name: row.recognisedBy })} · {dayOf(row.validFrom, "recognition.fromEver")} –{" "}
              {dayOf(row.validTo, "recognition.toOpen")}
            </span>
            {row.scopeText && <span dir="auto">{row.scopeText}</span>}
            {row.sourceUrl && (
              <a href={row.sourceUrl} target="_blank" rel="noreferrer" dir="ltr">
                {row.sourceUrl}
              </a>
            )}
            {row.readOn && <span>{t("recognition.wasRead", { day: formatDate(language, row.readOn) })}</span>}
            {row.note && <span dir="auto">{row.note}</span>}
            {onEdit && (
              <button type="button" onClick={() => onEdit(row)}>
                {messages("buttons.edit")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
