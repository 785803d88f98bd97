import type { AuditEntry } from "#features/access/audit/contract.ts";
import classes from "#features/access/audit/web/EntryChanges.module.css";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { markChanges } from "#web/record/wordDiff.ts";
import { useMessages } from "#web/useMessages.ts";

type EntryChangesProps = { readonly entry: Pick<AuditEntry, "resource" | "changes"> };

/** Each field before and after, with the different words marked. */
export function EntryChanges({ entry: { resource, changes } }: EntryChangesProps) {
  const t = useMessages("audit");
  const recordMessages = useMessages("record");
  const { fieldOf } = useAuditTexts([resource]);
  const reported = Object.entries(changes);
  // Reads, exports and refusals have no earlier values: an empty column would suggest that they were empty.
  const isReported = reported.every(([, { before }]) => before === null);
  if (reported.length === 0) return <p className={classes.none}>{t("changes.none")}</p>;
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
        {reported.map(([name, { before, after }]) => (
          <tr key={name}>
            <th scope="row">{fieldOf(resource, name)}</th>
            {!isReported && (
              <td data-title={t("changes.before")}>
                <Value value={before} other={after} empty={recordMessages("empty")} />
              </td>
            )}
            <td data-title={isReported ? undefined : t("changes.after")}>
              <Value value={after} other={isReported ? after : before} empty={recordMessages("empty")} isNew />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ValueProps = { readonly value: unknown; readonly other: unknown; readonly empty: string; readonly isNew?: true };

function Value({ value, other, empty, isNew }: ValueProps) {
  if (isNothing(value)) return <span className={classes.empty}>{empty}</span>;
  const text = textOf(value);
  if (isNothing(other) || typeof value === "object") {
    return (
      <span dir="auto" className={typeof value === "object" ? classes.structure : undefined}>
        {text}
      </span>
    );
  }
  const Mark = isNew ? "ins" : "del";
  return (
    <span dir="auto">
      {markChanges(textOf(other), text).map(({ text: stretch, isChanged }, place) =>
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

/** Lists of words as words, texts by language one per line; deeper values as JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join("\n");
  const parts = Object.entries(value as object);
  if (!Array.isArray(value) && parts.every(([, part]) => typeof part !== "object"))
    return parts.map(([name, part]) => `${name}: \u2068${part}\u2069`).join("\n");
  return JSON.stringify(value, null, 2);
}
