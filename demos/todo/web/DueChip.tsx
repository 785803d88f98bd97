import styles from "#demos/todo/web/DueChip.module.css";
import type { useMomentText } from "#demos/todo/web/useMomentText.ts";
import { IconCalendar, IconClock } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type DueChipProps = {
  readonly moment: string;
  /** A completed to-do is neither late nor urgent. */
  readonly isDone: boolean;
  readonly text: ReturnType<typeof useMomentText>;
  /** With the time, and how late it is. */
  readonly isWhole?: boolean;
};

/** The due date: red if it is overdue, amber today. The tooltip has the Hijri date. */
export function DueChip({ moment, isDone, text, isWhole = false }: DueChipProps) {
  const t = useMessages("todo");
  const daysLate = -text.daysAway(moment);
  const isLate = !isDone && text.isLate(moment);
  const isToday = !isDone && daysLate === 0;
  const Icon = isLate || isToday ? IconClock : IconCalendar;
  const day = isWhole ? text.whole(moment) : text.short(moment);
  return (
    <span
      className={styles.chip}
      data-tone={isLate ? "late" : isToday ? "today" : undefined}
      title={`${text.long(moment)}\n${text.hijri(moment)}`}
    >
      <Icon size={14} aria-hidden="true" />
      {isLate && !isWhole && <span className="hidden-visually">{t("due.late")} </span>}
      {isWhole && isLate && daysLate > 0 ? t("due.daysLate", { day, count: daysLate }) : day}
    </span>
  );
}
