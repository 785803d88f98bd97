import { lazy, Suspense } from "react";
import styles from "#features/platform/home/web/HomeScreen.module.css";
import { PeriodSwitch, usePeriod } from "#features/platform/home/web/PeriodSwitch.tsx";
import { home } from "#features/platform/home/contract.ts";
import { formatHijriDate, formatLongDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { useRead } from "#web/operations.ts";
import { useSignedInUser } from "#web/session.tsx";
import { IconCalendar, IconMoonStars } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// The operations that decide who sees what are large. They load beside the answer, and nothing is drawn before.
const Board = lazy(() => import("#features/platform/home/web/Board.tsx").then((module) => ({ default: module.Board })));

const ErrorState = lazy(() => import("#web/ui/ErrorState.tsx").then((module) => ({ default: module.ErrorState })));

const refreshMs = 60_000;

/** The start screen: what waits for this user, the figures that they may see, and what happened. */
export function HomeScreen() {
  const messages = useMessages("home");
  const user = useSignedInUser();
  // A screen that was open overnight shows the morning greeting.
  const now = new Date(useNow());
  const period = usePeriod();
  const query = useRead(home.read, { period }, { keepsPrevious: true, everyMs: refreshMs });
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
        <Suspense>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        </Suspense>
      ) : (
        <Suspense>
          <Board answer={query.data} />
        </Suspense>
      )}
    </Page>
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
