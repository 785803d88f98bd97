import type { Clock } from "#demos/todo/rules.ts";
import type { QuickAdd } from "#demos/todo/rules/quickAdd.ts";
import { findByWord } from "#demos/todo/rules.ts";
import { FolderIcon } from "#demos/todo/web/FolderIcon.tsx";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import styles from "#demos/todo/web/QuickAddPreview.module.css";
import { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { labelsOf, titleOf } from "#demos/todo/web/useNewTodo.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";
import { IconBell, IconCalendar, IconFlag, IconFolder, IconRepeat, IconStar, IconTag } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type QuickAddPreviewProps = { readonly read: QuickAdd; readonly overview: Overview; readonly clock: Clock };

/** What the line above will be: the day in both calendars, labels and folder, those that are new too. */
export function QuickAddPreview({ read, overview, clock }: QuickAddPreviewProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  const text = useMomentText(clock);
  const { known, created } = labelsOf(read, overview, titles);
  const folder = read.folder === null ? null : (findByWord(read.folder, overview.folders) ?? null);
  return (
    <ul className={styles.list}>
      {read.dueDate && (
        <li>
          <IconCalendar size={14} aria-hidden="true" />
          {text.long(read.dueDate)}
          <span className={styles.hijri}>{text.hijri(read.dueDate)}</span>
        </li>
      )}
      {read.repeat && (
        <li>
          <IconRepeat size={14} aria-hidden="true" />
          {t(`repeat.${read.repeat.unit}`, { count: read.repeat.every })}
        </li>
      )}
      {read.remindAt && (
        <li>
          <IconBell size={14} aria-hidden="true" />
          {t("quickAdd.remind", { when: text.whole(read.remindAt) })}
        </li>
      )}
      {overview.labels
        .filter(({ id }) => known.includes(id))
        .map((label) => (
          <li key={label.id}>
            <LabelDot color={label.color} />
            <bdi>{titles.label(label)}</bdi>
          </li>
        ))}
      {created.map((word) => (
        <li key={word}>
          <IconTag size={14} aria-hidden="true" />
          {t("quickAdd.newLabel", { title: titleOf(word) })}
        </li>
      ))}
      {read.folder !== null && (
        <li>
          {folder ? <FolderIcon folder={folder} sizePx={14} /> : <IconFolder size={14} aria-hidden="true" />}
          {folder ? <bdi>{titles.folder(folder)}</bdi> : t("quickAdd.newFolder", { title: titleOf(read.folder) })}
        </li>
      )}
      {read.important && (
        <li>
          <IconFlag size={14} aria-hidden="true" />
          {t("row.important")}
        </li>
      )}
      {read.starred && (
        <li>
          <IconStar size={14} aria-hidden="true" />
          {t("row.starred")}
        </li>
      )}
    </ul>
  );
}
