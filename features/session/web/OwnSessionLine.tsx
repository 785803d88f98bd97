import type { ReactNode } from "react";
import type { OwnSession } from "#features/session/contract.ts";
import styles from "#features/session/web/OwnSessionList.module.css";
import { formatDateTime, formatRelative } from "#web/formats.ts";
import { IconDeviceDesktop, IconDeviceMobile } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

type OwnSessionLineProps = {
  readonly own: OwnSession;
  /** When the list was read, in milliseconds. */
  readonly readAt: number;
  readonly action: ReactNode;
};

/** One place where one is signed in: what it is, when it was last used, from which address. */
export function OwnSessionLine({ own, readAt, action }: OwnSessionLineProps) {
  const words = useWords("session");
  const language = useLanguage();
  const { browser, system, isMobile } = describeDevice(own.userAgent);
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  const name =
    browser && system ? words("sessions.device", { browser, system }) : (browser ?? words("sessions.unknown"));
  return (
    <li className={styles.line}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.about}>
        <b dir="auto">{name}</b>
        <span>
          <bdi>{own.address}</bdi>
          {" · "}
          <time dateTime={own.lastUsedAt} title={formatDateTime(language, own.lastUsedAt)}>
            {words("sessions.lastUsed", { when: formatRelative(language, own.lastUsedAt, readAt) })}
          </time>
        </span>
      </div>
      {own.isCurrent ? <StatusBadge tone="ok">{words("sessions.current")}</StatusBadge> : action}
    </li>
  );
}

const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;
const systems = [
  ["iPadOS", /\biPad\b/],
  ["iOS", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** Enough to know one's own devices apart; a program is called by the first word it says of itself. */
function describeDevice(userAgent: string) {
  const named = (names: typeof browsers | typeof systems) => names.find(([, sign]) => sign.test(userAgent))?.[0];
  const program = /^[\w.-]{2,40}/.exec(userAgent)?.[0];
  return {
    browser: named(browsers) ?? (program === "Mozilla" ? undefined : program),
    system: named(systems),
    isMobile: /\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent),
  };
}
