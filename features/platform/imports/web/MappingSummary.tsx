import { useState } from "react";
import type { Import, ImportTarget } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/MappingSummary.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconArrowRight, IconX } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MappingSummaryProps = { readonly target: ImportTarget; readonly record: Import; readonly onChange: () => void };

const shownAtFirst = 5;

/** A summary of the mapping. */
export function MappingSummary({ target, record, onChange }: MappingSummaryProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const titles = new Map(target.fields.map(({ field, title }) => [field, title]));
  const mappedCount = record.columns.filter(({ field }) => field !== null).length;
  // Mapped columns first, because those are checked.
  const columns = record.columns
    .map((column, index) => ({ ...column, index }))
    .sort((a, b) => Number(a.field === null) - Number(b.field === null));
  const hidden = columns.length - shownAtFirst;
  return (
    <section className={classes.summary}>
      <div className={classes.head}>
        <h2>
          {t("map.mapped", {
            mapped: formatNumber(language, mappedCount),
            columns: formatNumber(language, columns.length),
          })}
        </h2>
        <button type="button" className={classes.link} onClick={onChange}>
          {t("mapping.change")}
        </button>
      </div>
      <ul>
        {(isOpen ? columns : columns.slice(0, shownAtFirst)).map(({ header, field, index }) => (
          <li key={index}>
            <bdi className={classes.header}>{header || t("map.unnamed", { number: index + 1 })}</bdi>
            {field === null ? (
              <IconX size={14} aria-hidden />
            ) : (
              <IconArrowRight size={16} className="flip" aria-hidden />
            )}
            <span className={field === null ? classes.out : undefined}>
              <span className="hidden-visually">{t("mapping.into")} </span>
              {field === null ? t("map.leftOut") : (titles.get(field) ?? field)}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={classes.link} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("mapping.less") : t("mapping.more", { count: hidden, figure: formatNumber(language, hidden) })}
        </button>
      )}
    </section>
  );
}
