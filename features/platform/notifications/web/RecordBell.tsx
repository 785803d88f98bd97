import { Button, Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { dayIn, instantAt, isDay } from "#base/days.ts";
import type { Input } from "#base/contract.ts";
import { instant } from "#base/time.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { recordAt } from "#features/platform/notifications/rules/recordAt.ts";
import { type ReminderChoice, remindAt } from "#features/platform/notifications/rules.ts";
import styles from "#features/platform/notifications/web/RecordBell.module.css";
import { call } from "#web/call.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { isTime, minutesOf } from "#web/dates/parseTime.ts";
import { TimeField } from "#web/dates/TimeField.tsx";
import { formatDateTime } from "#web/formats.ts";
import { useNow } from "#web/record/useNow.ts";
import { keyOf, useRead } from "#web/operations.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useSettings } from "#web/settings/useSettings.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconBell, IconBellFilled } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RecordOf = NonNullable<ReturnType<typeof recordAt>>;

const choices: readonly ReminderChoice[] = ["hour", "tomorrow", "nextWeek"];

/** Watch the record of this page, or be reminded of it. */
export function RecordBell() {
  const user = useSignedInUser();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const record = recordAt(path);
  if (record === null || user === null || user.viewedAs !== null) return null;
  return <RecordMenu key={record.resourceId} record={record} />;
}

function RecordMenu({ record }: { readonly record: RecordOf }) {
  const messages = useMessages("notifications");
  const language = useLanguage();
  const { timeZone } = useSettings();
  const { isWatched, reminder, watch, remind } = useFollowed(record);
  const [isChoosing, setChoosing] = useState(false);
  const Icon = isWatched || reminder !== null ? IconBellFilled : IconBell;
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <IconButton label={messages(isWatched ? "record.watched" : "record.menu")} className={styles.bell ?? ""}>
            <Icon size={20} aria-hidden="true" />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => watch(!isWatched)}>
            {messages(isWatched ? "record.unwatch" : "record.watch")}
            <span className={styles.hint}>{messages("record.watchHint")}</span>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{messages("record.remind")}</Menu.Label>
          {choices.map((choice) => (
            <Menu.Item key={choice} onClick={() => remind(remindAt(choice, instant(Date.now()), timeZone))}>
              {messages(`record.${choice}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setChoosing(true)}>{messages("record.choose")}</Menu.Item>
          {reminder !== null && (
            <Menu.Item color="red" onClick={() => remind(null)}>
              {messages("record.unremind")}
              <span className={styles.hint}>{formatDateTime(language, reminder)}</span>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ReminderDialog
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChosen={(at) => {
          setChoosing(false);
          remind(at);
        }}
      />
    </>
  );
}

/** Whether the user watches a record, and when they are reminded of it. One read answers it for all records. */
function useFollowed({ resource, resourceId }: RecordOf) {
  const messages = useMessages("notifications");
  const language = useLanguage();
  const toast = useToast();
  const { transport, queryClient } = useApiClient();
  const { data } = useRead(notifications.followed, {});
  const isThis = (other: RecordOf) => other.resource === resource && other.resourceId === resourceId;
  const options = {
    onSuccess: (followed: NonNullable<typeof data>) =>
      queryClient.setQueryData(keyOf(notifications.followed, {}), followed),
    onError: (error: Error) => void toast({ variant: "error", text: textOf(error) }),
  };
  const watching = useMutation(
    {
      mutationFn: (input: Input<typeof notifications.watch>) => call(transport, notifications.watch, input),
      ...options,
    },
    queryClient,
  );
  const reminding = useMutation(
    {
      mutationFn: (input: Input<typeof notifications.remind>) => call(transport, notifications.remind, input),
      ...options,
    },
    queryClient,
  );
  return {
    isWatched: data?.watched.some(isThis) ?? false,
    reminder: data?.reminders.find(isThis)?.remindAt ?? null,
    watch: (isWatched: boolean) =>
      watching.mutate(
        { resource, resourceId, isWatched },
        { onSuccess: () => toast({ text: messages(isWatched ? "record.nowWatched" : "record.notWatched") }) },
      ),
    remind: (at: string | null) =>
      reminding.mutate(
        { resource, resourceId, remindAt: at },
        {
          onSuccess: () =>
            toast({
              text:
                at === null
                  ? messages("record.reminderRemoved")
                  : messages("record.reminderSet", { when: formatDateTime(language, at) }),
            }),
        },
      ),
  };
}

type ReminderDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChosen: (at: string) => void;
};

function ReminderDialog({ isOpen, onClose, onChosen }: ReminderDialogProps) {
  const messages = useMessages("notifications");
  const buttons = useMessages();
  const { timeZone } = useSettings();
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState("08:00");
  const now = useNow();
  const today = dayIn(instant(now), timeZone);
  const at = isDay(day) && isTime(time) ? instantAt({ day, minute: minutesOf(time), timeZone }) : null;
  return (
    <Dialog
      title={messages("record.remind")}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {buttons("buttons.cancel")}
          </Button>
          <Button disabled={at === null || Date.parse(at) <= now} onClick={() => at !== null && onChosen(at)}>
            {messages("record.set")}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <DateField label={messages("record.day")} value={day} onChange={setDay} min={today} />
        <TimeField label={messages("record.time")} value={time} onChange={setTime} />
      </div>
    </Dialog>
  );
}
