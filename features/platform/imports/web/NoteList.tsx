import type { ImportReport } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/NoteList.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconInfoCircle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Notes that are not errors, one kind per line. */
export function NoteList({ notes }: { readonly notes: ImportReport["notes"] }) {
  const t = useMessages("imports");
  const language = useLanguage();
  if (notes.length === 0) return null;
  return (
    <section className={classes.notes}>
      <h2>{t("report.notes")}</h2>
      <ul>
        {notes.map((note) => (
          <li key={`${note.field} ${note.sentence}`}>
            <IconInfoCircle size={16} aria-hidden />
            <span>{note.sentence}</span>
            <span className={classes.rows}>
              {t("report.noteRows", {
                count: note.count,
                figure: formatNumber(language, note.count),
                row: formatNumber(language, note.rowNumber),
              })}
              {note.value !== "" && (
                <>
                  {": "}
                  <bdi>{note.value}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
