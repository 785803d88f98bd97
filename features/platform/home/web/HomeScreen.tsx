import { lazy, Suspense } from "react";
import { AreaCard } from "#features/platform/home/web/AreaCard.tsx";
import styles from "#features/platform/home/web/HomeScreen.module.css";
import { useAreas } from "#features/platform/home/web/useAreas.ts";
import { formatHijriDate, formatLongDate } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useNow } from "#web/record/useNow.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconCalendar, IconMoonStars } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const Board = lazy(() => import("#features/platform/home/web/Board.tsx").then((module) => ({ default: module.Board })));

/** The start screen: a greeting, today in both calendars, and a link to every area this user may open. */
export function HomeScreen() {
  const messages = useMessages("home");
  const areas = useAreas();
  const user = useSignedInUser();
  // A screen that was open overnight shows the morning greeting.
  const now = new Date(useNow());
  const firstName = user?.name.trim().split(/\s+/u)[0] ?? "";
  return (
    <Page
      title={messages(`greeting.${partOfDay(now)}`, { name: firstName })}
      isStarrable={false}
      lead={<Today now={now} />}
    >
      <Suspense fallback={<SkeletonRows rows={5} rowPx={56} />}>
        <Board />
      </Suspense>
      <h2 className="hidden-visually">{messages("areas")}</h2>
      {areas.length === 0 && <EmptyState title={messages("empty.title")} text={messages("empty.text")} />}
      <ul className={styles.areas}>
        {areas.map((area) => (
          <li key={area.url}>
            <AreaCard area={area} />
          </li>
        ))}
      </ul>
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
