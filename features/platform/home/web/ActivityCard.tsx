import { Link } from "@tanstack/react-router";
import { use, useEffect, useState } from "react";
import { audit } from "#features/access/audit/contract.ts";
import styles from "#features/platform/home/web/ActivityCard.module.css";
import cards from "#features/platform/home/web/Card.module.css";
import type { Activity } from "#features/platform/home/contract.ts";
import { loadWordsOf, wordOf } from "#web/areaMessages.ts";
import { formatDateTime, formatDayMonth, formatTime } from "#web/formats.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { useCan } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The latest changes: those of everybody for readers of the audit log, else the user's own. */
export function ActivityCard({ activity }: { readonly activity: readonly Activity[] | undefined }) {
  const messages = useMessages("home");
  const can = useCan();
  const hasWords = useAuditWords();
  const title = messages(can(audit.list) ? "activity.title" : "activity.own");
  const isLoaded = activity !== undefined && hasWords;
  return (
    <section className={cards.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {can(audit.list) && (
          <span className={cards.tools}>
            <Link to="/apps/audit/entries" className={cards.link}>
              {messages("activity.all")}
            </Link>
          </span>
        )}
      </header>
      {!isLoaded && <SkeletonRows rows={7} rowPx={44} />}
      {isLoaded && activity.length === 0 && <p className={cards.calm}>{messages("activity.empty")}</p>}
      {isLoaded && activity.length > 0 && (
        // Focusable, so that it scrolls by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.list} tabIndex={0} aria-label={title}>
          {activity.map((each) => (
            <Line key={each.id} {...each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ id, at, actorType, actorName, isMe, action, resource, resourceTitle, count }: Activity) {
  const messages = useMessages("home");
  const language = useLanguage();
  const can = useCan();
  const now = new Date(useNow());
  const isToday = localDay(new Date(at)) === localDay(now);
  const thing = wordOf("audit", `resources.${resource}`) ?? spaced(resource);
  const actor = actorType === "system" ? messages("activity.system") : isMe ? messages("activity.you") : actorName;
  const title = count > 1 ? messages("activity.many", { thing, count }) : (resourceTitle ?? thing);
  return (
    <li className={styles.line}>
      <Avatar name={actorName} size={24} />
      <span className={styles.text}>
        <strong>
          {can(audit.get) ? (
            <Link to={`/apps/audit/entries/${id}`}>
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </strong>
        <span>
          {wordOf("audit", `actions.${action}`) ?? spaced(action)} · <bdi>{actor}</bdi>
        </span>
      </span>
      <time dateTime={at} title={formatDateTime(language, at)}>
        {isToday ? formatTime(language, at) : formatDayMonth(language, at)}
      </time>
    </li>
  );
}

/** An action or a resource without a message, as words. */
const spaced = (name: string) =>
  name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase();

/** The audit log has the texts of actions and resources. Without them, the names are shown as words. */
function useAuditWords(): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  const { words } = use(KnownScreensContext);
  useEffect(() => {
    let isWanted = true;
    const show = () => isWanted && setIsLoaded(true);
    loadWordsOf(["audit"], words).then(
      () => show(),
      () => show(),
    );
    return () => {
      isWanted = false;
    };
  }, [words]);
  return isLoaded;
}
