import { formatDateTime, formatNumber, formatRelative } from "#web/formats.ts";
import type { Translate } from "#web/messageKeys.ts";
import classes from "#web/record/ActivityPanel.module.css";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { historyText, reportedChanges } from "#web/record/historyText.ts";
import type { ActivityEvent } from "#web/record/useActivity.ts";
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowRight,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
  IconUpload,
  IconX,
} from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Icons of actions that every area has; an area's own actions get the pencil. */
const icons: Readonly<Record<string, typeof IconPlus>> = {
  create: IconPlus,
  import: IconUpload,
  submit: IconSend,
  approve: IconPlayerPlay,
  activate: IconPlayerPlay,
  reactivate: IconPlayerPlay,
  suspend: IconPlayerPause,
  reject: IconX,
  archive: IconArchive,
  delete: IconTrash,
  undo: IconArrowBackUp,
};

export type ActivityEntryProps = {
  readonly event: ActivityEvent;
  readonly texts: FieldFormatters;
  /** Names of records by their ids. */
  readonly names: Readonly<Record<string, string>>;
  readonly t: Translate<never>;
  /** Lists the changed fields without their values. */
  readonly isBrief: boolean;
  /** The time that relative times are based on. */
  readonly now: number;
};

const namedMax = 3;

/** One event in words: who, what, why, and the values before and after. */
export function ActivityEntry({ event, texts, names, t, isBrief, now }: ActivityEntryProps) {
  const messages = useMessages("record");
  const language = useLanguage();
  const Icon = icons[event.action] ?? IconPencil;
  const paths = reportedChanges(event.changes).map(({ path }) => path);
  const isUpdate = event.action === "update";
  const fields =
    paths.length > namedMax
      ? messages("activity.fields", { count: paths.length, figure: formatNumber(language, paths.length) })
      : paths.map(texts.labelOf).join(messages("comma"));
  return (
    <li className={classes.event}>
      <span className={classes.icon}>
        <Icon size={14} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.text}>
        <p>
          <strong>
            <bdi>{event.actorName}</bdi>
          </strong>{" "}
          {isUpdate
            ? messages("activity.changed", { fields })
            : t(`activity.${event.action}`, {
                defaultValue: messages(event.action === "undo" ? "activity.undo" : "activity.other"),
              })}
        </p>
        {event.reason && (
          <div className={classes.reason}>
            <p dir="auto">{texts.reasonOf?.(event.reason) ?? event.reason}</p>
          </div>
        )}
        {(isUpdate || !isBrief) && <Changes event={event} texts={texts} names={names} isBrief={isBrief} />}
        <time dateTime={event.at} title={formatDateTime(language, event.at)}>
          {isBrief ? formatRelative(language, event.at, now) : formatDateTime(language, event.at)}
        </time>
      </div>
    </li>
  );
}

const briefLength = 40;

/** Short values are shown at once; long ones, and in the whole history all of them, below their field's name. */
function Changes({ event, texts, names, isBrief }: Pick<ActivityEntryProps, "event" | "texts" | "names" | "isBrief">) {
  const messages = useMessages("record");
  const textOf = (path: string, value: unknown) =>
    historyText(texts, path, value, { names, unseen: messages("scopes.unseen") });
  const reported = reportedChanges(event.changes).map(({ path, before, after }) => ({
    path,
    before: textOf(path, before),
    after: textOf(path, after),
  }));
  const isShort =
    reported.length === 1 && reported.every(({ before, after }) => before.length + after.length <= briefLength);
  if (isBrief && !isShort) return null;
  return (
    <dl className={classes.changes}>
      {reported.map(({ path, before, after }) => (
        <div key={path}>
          {!isShort && <dt>{texts.labelOf(path)}</dt>}
          <dd>
            <del dir="auto">{before}</del>
            <IconArrowRight size={12} className="flip" aria-hidden />
            <ins dir="auto">{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
