import type { AuditEntry } from "#features/access/audit/contract.ts";
import classes from "#features/access/audit/web/EntryChanges.module.css";
import { useChangeFormatters } from "#features/access/audit/web/useChangeFormatters.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { historyText, reportedChanges } from "#web/record/historyText.ts";
import { markChanges } from "#web/record/wordDiff.ts";
import { useMessages } from "#web/useMessages.ts";

type EntryChangesProps = { readonly entry: Pick<AuditEntry, "action" | "resource" | "changes" | "names"> };

/** Each field before and after, with the different words marked, as the record's own history shows it. */
export function EntryChanges({ entry }: EntryChangesProps) {
  const { plain, useTexts } = useChangeFormatters(entry.resource);
  // A refusal has no fields of the record: it names the call, its permission and the reason.
  const isRefusal = entry.action === "refuse";
  // Mounted again when the area's own formatters have loaded, as they are a hook.
  return useTexts === null || isRefusal ? (
    <ChangeTable key="plain" entry={entry} texts={plain} />
  ) : (
    <AreaChanges key="area" entry={entry} useTexts={useTexts} />
  );
}

// The same hook for as long as this is mounted: its key is another when there is one.
const AreaChanges = ({ entry, useTexts }: EntryChangesProps & { readonly useTexts: () => FieldFormatters }) => (
  // oxlint-disable-next-line react/hooks
  <ChangeTable entry={entry} texts={useTexts()} />
);

function ChangeTable({ entry: { changes, names }, texts }: EntryChangesProps & { readonly texts: FieldFormatters }) {
  const t = useMessages("audit");
  const recordMessages = useMessages("record");
  const reported = reportedChanges(changes);
  // Reads, exports and refusals have no earlier values: an empty column would suggest that they were empty.
  const isReported = reported.every(({ before }) => before === null);
  if (reported.length === 0) return <p className={classes.none}>{t("changes.none")}</p>;
  const textOf = (path: string, value: unknown) =>
    isNothing(value) ? null : historyText(texts, path, value, { names, unseen: recordMessages("scopes.unseen") });
  return (
    <table className={classes.changes} data-told={isReported || undefined} aria-label={t("columns.changes")}>
      <thead>
        <tr>
          <th scope="col">{t("changes.field")}</th>
          {!isReported && <th scope="col">{t("changes.before")}</th>}
          <th scope="col">{t(isReported ? "changes.value" : "changes.after")}</th>
        </tr>
      </thead>
      <tbody>
        {reported.map(({ path, ...change }) => {
          const [before, after] = [textOf(path, change.before), textOf(path, change.after)];
          const empty = recordMessages("empty");
          return (
            <tr key={path}>
              <th scope="row">{texts.labelOf(path)}</th>
              {!isReported && (
                <td data-title={t("changes.before")}>
                  <Value text={before} other={after} empty={empty} />
                </td>
              )}
              <td data-title={isReported ? undefined : t("changes.after")}>
                <Value text={after} other={isReported ? after : before} empty={empty} isNew />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type ValueProps = {
  /** Null if there is none. */
  readonly text: string | null;
  readonly other: string | null;
  readonly empty: string;
  readonly isNew?: true;
};

function Value({ text, other, empty, isNew }: ValueProps) {
  if (text === null) return <span className={classes.empty}>{empty}</span>;
  if (other === null) return <span dir="auto">{text}</span>;
  const Mark = isNew ? "ins" : "del";
  return (
    <span dir="auto">
      {markChanges(other, text).map(({ text: stretch, isChanged }, place) =>
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change places
        isChanged ? <Mark key={place}>{stretch}</Mark> : <span key={place}>{stretch}</span>,
      )}
    </span>
  );
}

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);
