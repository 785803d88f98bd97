import { useId } from "react";
import { type ImportMode, importModes, type ImportReport } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/ImportChoice.module.css";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ImportChoiceProps = {
  readonly report: ImportReport;
  readonly rowsCount: number;
  readonly mode: ImportMode;
  readonly onChange: (mode: ImportMode) => void;
};

/** The choice between good rows only, and all or nothing. */
export function ImportChoice({ report, rowsCount, mode, onChange }: ImportChoiceProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const id = useId();
  const { badCount } = report;
  const good = formatNumber(language, rowsCount - badCount);
  const texts: Readonly<Record<ImportMode, string>> = {
    good_rows:
      badCount === 0
        ? t("choice.good_rowsAll")
        : t("choice.good_rowsText", { count: badCount, figure: formatNumber(language, badCount), good }),
    all_or_nothing: t("choice.all_or_nothingText", { count: rowsCount, figure: formatNumber(language, rowsCount) }),
  };
  return (
    <fieldset className={classes.choice}>
      <legend>{t("choice.title")}</legend>
      {importModes.map((each) => (
        <label key={each} className={classes.card} data-chosen={each === mode || undefined}>
          <input
            type="radio"
            name={id}
            checked={each === mode}
            aria-describedby={`${id}-${each}`}
            onChange={() => onChange(each)}
          />
          <span className={classes.name}>{t(`choice.${each}`)}</span>
          <span className={classes.text} id={`${id}-${each}`}>
            {texts[each]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
