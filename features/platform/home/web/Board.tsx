import type { Output } from "#base/contract.ts";
import { ActivityCard } from "#features/platform/home/web/ActivityCard.tsx";
import { ChartCard } from "#features/platform/home/web/ChartCard.tsx";
import { ExpiringCard } from "#features/platform/home/web/ExpiringCard.tsx";
import { FigureTile } from "#features/platform/home/web/FigureTile.tsx";
import { FirstStepsCard } from "#features/platform/home/web/FirstStepsCard.tsx";
import styles from "#features/platform/home/web/Board.module.css";
import { QueueCard } from "#features/platform/home/web/QueueCard.tsx";
import { useStepsCount } from "#features/platform/home/web/useStepsCount.ts";
import { useWidgets } from "#features/platform/home/web/useWidgets.ts";
import type { home } from "#features/platform/home/contract.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * Every widget has its box, with or without the answer. Whether there are first steps is known after the first answer:
 * until then nothing is drawn that would move.
 */
export function Board({ answer }: { readonly answer: Output<typeof home.read> | undefined }) {
  const messages = useMessages("home");
  const widgets = useWidgets();
  const stepsCount = useStepsCount(answer?.firstSteps);
  const figures = answer?.figures;
  if (stepsCount === null) return null;
  return (
    <div className={styles.board} aria-busy={answer === undefined}>
      {stepsCount > 0 && <FirstStepsCard count={stepsCount} firstSteps={answer?.firstSteps} />}
      {widgets.queues.length > 0 && (
        <section className={styles.queues} aria-label={messages("board.title")}>
          {widgets.queues.map((name) => {
            const queue = answer?.queues.find((each) => each.name === name);
            return name === "expiring" ? (
              <ExpiringCard key={name} queue={queue} />
            ) : (
              <QueueCard key={name} name={name} queue={queue} />
            );
          })}
        </section>
      )}
      {widgets.figures.length > 0 && (
        <ul className={styles.figures} aria-label={messages("figures.title")}>
          {widgets.figures.map((name) => (
            <FigureTile key={name} name={name} figure={figures?.find((each) => each.name === name)} />
          ))}
        </ul>
      )}
      <div className={styles.wide} data-is-alone={widgets.figures.length === 0 || undefined}>
        {widgets.figures.length > 0 && <ChartCard names={widgets.figures} figures={figures} />}
        <ActivityCard activity={answer?.activity} />
      </div>
    </div>
  );
}
