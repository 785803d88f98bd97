import type { ReactNode } from "react";
import type { OwnSession } from "#features/access/session/contract.ts";
import { useDevice } from "#features/access/session/sessions/web/useDevice.ts";
import { formatDateTime, formatRelative } from "#web/formats.ts";
import { CardLine } from "#web/ui/CardLine.tsx";
import { IconDeviceDesktop, IconDeviceMobile } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type OwnSessionLineProps = {
  readonly own: OwnSession;
  /** When the list was read, in milliseconds. */
  readonly readAt: number;
  readonly action: ReactNode;
};

/** One session: device, last use, and address. */
export function OwnSessionLine({ own, readAt, action }: OwnSessionLineProps) {
  const messages = useMessages("account");
  const language = useLanguage();
  const { name, isMobile } = useDevice(own.userAgent);
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <CardLine
      icon={<Icon size={20} aria-hidden="true" />}
      name={name}
      actions={own.isCurrent ? <StatusBadge tone="ok">{messages("sessions.current")}</StatusBadge> : action}
    >
      <span>
        <bdi>{own.address}</bdi>
        {" · "}
        <time dateTime={own.lastUsedAt} title={formatDateTime(language, own.lastUsedAt)}>
          {messages("sessions.lastUsed", { when: formatRelative(language, own.lastUsedAt, readAt) })}
        </time>
      </span>
    </CardLine>
  );
}
