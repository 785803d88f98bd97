import { Select, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { defaultsOf, emailChoices, type NotificationKind } from "#base/notifications.ts";
import type { KindSetting, NotificationSettings } from "#features/platform/notifications/contract.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { QuietHoursFields } from "#features/platform/notifications/web/QuietHoursFields.tsx";
import styles from "#features/platform/notifications/web/SettingsPart.module.css";
import { call } from "#web/call.ts";
import { keyOf, useRead } from "#web/operations.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

/** The kinds by what they are about, in the order of the page. */
const groups = {
  tasks: ["approvalRequested", "approvalDecided", "certificateAssigned", "certificateDecided", "mention", "reminder"],
  records: ["watchedRecord", "certificateExpiring", "promocodeBudget", "lowFunding", "payoutFailed"],
  work: ["importFinished", "exportFinished", "bulkFinished"],
  account: ["security"],
} as const satisfies Readonly<Record<string, readonly NotificationKind[]>>;
type Group = keyof typeof groups;

/** What a user is notified of, and how. Every change applies at once. */
export function SettingsPart() {
  const messages = useMessages("notifications");
  const { data, error, refetch, isFetching } = useRead(notifications.settings, {});
  const save = useSaving(data);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={56} />;
  return (
    <>
      {!data.canEmail && <p className={styles.note}>{messages("settingsPage.noEmail")}</p>}
      {(Object.keys(groups) as Group[]).map((group) => (
        <CardSection key={group} title={messages(`settingsPage.groups.${group}`)}>
          <ul className={styles.kinds}>
            {groups[group].map((kind) => (
              <KindLine
                key={kind}
                setting={data.kinds.find((each) => each.kind === kind)!}
                canEmail={data.canEmail}
                onChange={(changed) => save({ kinds: [changed] })}
              />
            ))}
          </ul>
        </CardSection>
      ))}
      <CardSection title={messages("settingsPage.quiet")} lead={messages("settingsPage.quietLead")}>
        <QuietHoursFields settings={data} onChange={save} />
      </CardSection>
    </>
  );
}

type Change = Partial<Pick<NotificationSettings, "kinds" | "quietFrom" | "quietTo">>;

/** Shows a change before the server has stored it, and takes it back if it is refused. */
function useSaving(shown: NotificationSettings | undefined): (change: Change) => void {
  const { transport, queryClient } = useApiClient();
  const { timeZone } = useSettings();
  const toast = useToast();
  const key = keyOf(notifications.settings, {});
  const { mutate } = useMutation(
    {
      mutationFn: ({ kinds = [], ...hours }: Change) => {
        const { quietFrom, quietTo } = shown!;
        return call(transport, notifications.saveSettings, { kinds, quietFrom, quietTo, timeZone, ...hours });
      },
      // One after the other: the last change is stored last.
      scope: { id: "notifications.settings" },
      onMutate: ({ kinds = [], ...hours }: Change) =>
        queryClient.setQueryData<NotificationSettings>(key, (known) =>
          known
            ? {
                ...known,
                ...hours,
                kinds: known.kinds.map((each) => kinds.find(({ kind }) => kind === each.kind) ?? each),
              }
            : known,
        ),
      onError: (error: Error) => {
        toast({ variant: "error", text: textOf(error) });
        void queryClient.invalidateQueries({ queryKey: key });
      },
    },
    queryClient,
  );
  return mutate;
}

type KindLineProps = {
  readonly setting: KindSetting;
  readonly canEmail: boolean;
  readonly onChange: (setting: KindSetting) => void;
};

function KindLine({ setting, canEmail, onChange }: KindLineProps) {
  const messages = useMessages("notifications");
  const { kind, bell, popup, email } = setting;
  const isLocked = defaultsOf(kind).isLocked === true;
  const name = messages(`kinds.${kind}.name`);
  return (
    <li className={styles.kind}>
      <span className={styles.name} id={`kind-${kind}`}>
        <b>{name}</b>
        <span>{messages(isLocked ? "settingsPage.locked" : `kinds.${kind}.hint`)}</span>
      </span>
      <div className={styles.choices} role="group" aria-labelledby={`kind-${kind}`}>
        <Switch
          label={messages("settingsPage.bell")}
          checked={bell}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ ...setting, bell: currentTarget.checked })}
        />
        <Switch
          label={messages("settingsPage.popup")}
          checked={bell && popup}
          disabled={isLocked || !bell}
          onChange={({ currentTarget }) => onChange({ ...setting, popup: currentTarget.checked })}
        />
        <Select
          aria-label={messages("settingsPage.emailOf", { kind: name })}
          className={styles.email ?? ""}
          disabled={isLocked || !canEmail}
          data={emailChoices.map((value) => ({ value, label: messages(`settingsPage.email.${value}`) }))}
          value={email}
          allowDeselect={false}
          onChange={(value) => onChange({ ...setting, email: value ?? "off" })}
        />
      </div>
    </li>
  );
}
