import { Switch } from "@mantine/core";
import { useState } from "react";
import type { NotificationSettings } from "#features/platform/notifications/contract.ts";
import styles from "#features/platform/notifications/web/QuietHoursFields.module.css";
import { isTime, minutesOf, timeOf } from "#web/dates/parseTime.ts";
import { TimeField } from "#web/dates/TimeField.tsx";
import { useSettings } from "#web/settings/useSettings.ts";
import { useMessages } from "#web/useMessages.ts";

type Hours = Pick<NotificationSettings, "quietFrom" | "quietTo">;
type QuietHoursFieldsProps = { readonly settings: NotificationSettings; readonly onChange: (hours: Hours) => void };

/** What most people want when they turn quiet hours on. */
const usual = { quietFrom: 22 * 60, quietTo: 7 * 60 };

/** Whether there are quiet hours, and when. They are stored once both times are whole and differ. */
export function QuietHoursFields({ settings: { quietFrom, quietTo }, onChange }: QuietHoursFieldsProps) {
  const messages = useMessages("notifications");
  const { timeZone } = useSettings();
  const isOn = quietFrom !== null && quietTo !== null;
  const [from, setFrom] = useState(timeOf(quietFrom ?? usual.quietFrom));
  const [to, setTo] = useState(timeOf(quietTo ?? usual.quietTo));
  const store = (first: string, last: string) => {
    if (isTime(first) && isTime(last) && first !== last)
      onChange({ quietFrom: minutesOf(first), quietTo: minutesOf(last) });
  };
  return (
    <div className={styles.fields}>
      <Switch
        label={messages("settingsPage.quietOn")}
        checked={isOn}
        onChange={({ currentTarget }) =>
          currentTarget.checked ? store(from, to) : onChange({ quietFrom: null, quietTo: null })
        }
      />
      {isOn && (
        <div className={styles.times}>
          <TimeField
            label={messages("settingsPage.from")}
            value={from}
            onChange={(value) => {
              setFrom(value);
              store(value, to);
            }}
          />
          <TimeField
            label={messages("settingsPage.to")}
            value={to}
            error={from === to && messages("settingsPage.sameTimes")}
            onChange={(value) => {
              setTo(value);
              store(from, value);
            }}
          />
        </div>
      )}
      <p className={styles.hint}>{messages("settingsPage.zone", { zone: timeZone.replaceAll("_", " ") })}</p>
    </div>
  );
}
