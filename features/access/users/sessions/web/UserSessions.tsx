import { Button } from "@mantine/core";
import { users } from "#features/access/users/contract.ts";
import type { UserSession, User } from "#features/access/users/contract/people.ts";
import classes from "#features/access/users/sessions/web/UserSessions.module.css";
import { describeDevice } from "#web/devices.ts";
import { formatDateTime, formatRelative } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { CardLine, CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDeviceDesktop, IconDeviceMobile } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Where a person is signed in, since when, from which address; and the way to end it. */
export function UserSessions({ user: { id } }: { readonly user: User }) {
  const t = useMessages("users");
  const can = useCan();
  const toast = useToast();
  const { data, error, refetch, isFetching } = useRead(users.sessions, { id });
  const refreshes = [users.sessions, users.activity];
  const endOne = useWrite(users.endSession, { refreshes });
  const endAll = useWrite(users.endSessions, { refreshes });
  const reported = {
    onSuccess: () => toast({ text: t("sessions.ended") }),
    onError: (failure: Error) => toast({ variant: "error", text: textOf(failure) }),
  };
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} rowPx={56} />;
  if (data.rows.length === 0) {
    return (
      <EmptyState
        icon={<IconDeviceDesktop size={24} aria-hidden />}
        title={t("sessions.none")}
        text={t("sessions.noneText")}
      />
    );
  }
  return (
    <div className={classes.sessions}>
      <CardSection
        title={t("tabs.sessions")}
        lead={t("sessions.lead")}
        badge={
          can(users.endSessions) && (
            <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate({ id }, reported)}>
              {t("sessions.endAll")}
            </Button>
          )
        }
      >
        <CardLines>
          {data.rows.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onEnd={can(users.endSession) ? () => endOne.mutate({ id, sessionId: session.id }, reported) : null}
            />
          ))}
        </CardLines>
      </CardSection>
    </div>
  );
}

type SessionLineProps = { readonly session: UserSession; readonly onEnd: (() => void) | null };

function SessionLine({ session, onEnd }: SessionLineProps) {
  const t = useMessages("users");
  const language = useLanguage();
  const now = useNow();
  const { browser, system, isMobile } = describeDevice(session.userAgent);
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  const name = browser && system ? t("sessions.device", { browser, system }) : (browser ?? t("sessions.unknown"));
  return (
    <CardLine
      icon={<Icon size={20} aria-hidden />}
      name={name}
      actions={
        <>
          {session.isCurrent && <StatusBadge tone="ok">{t("sessions.current")}</StatusBadge>}
          {onEnd && (
            <Button variant="default" size="xs" onClick={onEnd} aria-label={t("sessions.endOne", { device: name })}>
              {t("sessions.end")}
            </Button>
          )}
        </>
      }
    >
      <span>
        <bdi>{session.address}</bdi>
        {" · "}
        {t("sessions.started", { when: formatDateTime(language, session.createdAt) })}
        {" · "}
        {t("sessions.lastUsed", { when: formatRelative(language, session.lastUsedAt, now) })}
      </span>
    </CardLine>
  );
}
