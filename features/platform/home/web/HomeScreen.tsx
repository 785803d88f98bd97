import type { Output } from "#base/contract.ts";
import { ActivityCard } from "#features/platform/home/web/ActivityCard.tsx";
import { ChartCard } from "#features/platform/home/web/ChartCard.tsx";
import { ExpiringCard } from "#features/platform/home/web/ExpiringCard.tsx";
import { FigureTile } from "#features/platform/home/web/FigureTile.tsx";
import { FirstStepsCard } from "#features/platform/home/web/FirstStepsCard.tsx";
import styles from "#features/platform/home/web/HomeScreen.module.css";
import { PeriodSwitch, usePeriod } from "#features/platform/home/web/PeriodSwitch.tsx";
import { QueueCard } from "#features/platform/home/web/QueueCard.tsx";
import { useHome } from "#features/platform/home/web/useHome.ts";
import { useWidgets } from "#features/platform/home/web/useWidgets.ts";
import type { home } from "#features/platform/home/contract.ts";
import { formatHijriDate, formatLongDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { useSignedInUser } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCalendar, IconMoonStars } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The start screen: what waits for this user, the figures that they may see, and what happened. */
export function HomeScreen() {
  const messages = useMessages("home");
  const user = useSignedInUser();
  // A screen that was open overnight shows the morning greeting.
  const now = new Date(useNow());
  const period = usePeriod();
  const { query, stepsCount } = useHome(period);
  const firstName = user?.name.trim().split(/\s+/u)[0] ?? "";
  return (
    <Page
      title={messages(`greeting.${partOfDay(now)}`, { name: firstName })}
      isStarrable={false}
      lead={<Today now={now} />}
      actions={<PeriodSwitch period={period} />}
      keepsActions
    >
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        // Whether the first steps are shown is known after the first answer: nothing is drawn that would move.
        stepsCount !== null && <Board answer={query.data} stepsCount={stepsCount} />
      )}
    </Page>
  );
}

type BoardProps = { readonly answer: Output<typeof home.read> | undefined; readonly stepsCount: number };

/** Every widget has its box, with or without the answer. */
function Board({ answer, stepsCount }: BoardProps) {
  const messages = useMessages("home");
  const widgets = useWidgets();
  const figures = answer?.figures;
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

function Today({ now }: { readonly now: Date }) {
  const language = useLanguage();
  const messages = useMessages("home");
  return (
    <p className={styles.today}>
      <time dateTime={localDay(now)}>
        <IconCalendar size={16} aria-hidden="true" />
        {formatLongDate(language, now)}
      </time>
      <span>
        <IconMoonStars size={16} aria-hidden="true" />
        <span className="hidden-visually">{messages("hijri")}: </span>
        {formatHijriDate(language, now)}
      </span>
    </p>
  );
}

function partOfDay(now: Date): "morning" | "afternoon" | "evening" {
  const hour = now.getHours();
  if (hour >= 4 && hour < 12) return "morning";
  return hour >= 12 && hour < 17 ? "afternoon" : "evening";
}
