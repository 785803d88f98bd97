import type { Op } from "#base/records/types.ts";
import type { Feedback } from "#base/publishedTexts.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import classes from "#web/publishing/EditionsPanel.module.css";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconThumbUp } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FeedbackPanelProps = {
  readonly id: string;
  readonly operation: Op<{ id: string }, { feedback: Feedback[]; helpedCount: number; stuckCount: number }>;
};

/** What readers said of a text, for its editors alone. */
export function FeedbackPanel({ id, operation }: FeedbackPanelProps) {
  const t = useMessages("publishing");
  const language = useLanguage();
  const { data, error, refetch } = useRead(operation, { id });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} rowPx={48} />;
  const { feedback, helpedCount, stuckCount } = data;
  if (feedback.length === 0)
    return <EmptyState icon={<IconThumbUp aria-hidden />} title={t("feedback.none")} text={t("feedback.noneText")} />;
  const figureOf = (count: number) => formatNumber(language, count);
  return (
    <>
      <p>{t("feedback.summary", { helped: figureOf(helpedCount), stuck: figureOf(stuckCount) })}</p>
      <ul className={classes.list}>
        {feedback.map(({ verdict, comment, edition, by, at }) => (
          <li key={`${by} ${at}`} className={classes.entry}>
            <div className={classes.head}>
              <p>{t("feedback.by", { who: by, day: formatDate(language, at), edition: figureOf(edition) })}</p>
              <StatusBadge tone={verdict === "helped" ? "ok" : "warn"}>{t(`feedback.verdict.${verdict}`)}</StatusBadge>
            </div>
            {comment !== "" && (
              <p dir="auto" className={classes.text}>
                {comment}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
