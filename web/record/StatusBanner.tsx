import type { Operation } from "#base/contract.ts";
import { formatDate } from "#web/formats.ts";
import type { Translate } from "#web/messageKeys.ts";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useActivity } from "#web/record/useActivity.ts";
import { useLanguage } from "#web/useMessages.ts";

type LifeNoteProps<Status extends string, Blocker extends string> = {
  readonly activity: Operation;
  readonly record: { readonly id: string; readonly status: Status; readonly statusReason: string | null };
  /** The normal status, which needs no explanation. */
  readonly settled: NoInfer<Status>;
  /** What blocks the next transitions. */
  readonly missing: readonly Blocker[];
  /** Where to fix it in the form; undefined if it is fixed elsewhere. */
  readonly fixOf: (blocker: Blocker) => (() => void) | undefined;
  /** The feature's messages: `note.by`, `note.plain` and `note.next` by status, `blockers`, `fillIn`. */
  readonly t: Translate<NoInfer<`note.${"by" | "plain" | "next"}.${Status}` | `blockers.${Blocker}`> | "fillIn">;
};

/** Explains a record's status: since when, by whom, and what blocks the next transition. */
export function StatusBanner<Status extends string, Blocker extends string>(props: LifeNoteProps<Status, Blocker>) {
  const { activity, record, settled, missing, fixOf, t } = props;
  const { id, status, statusReason } = record;
  const language = useLanguage();
  const { data } = useActivity(activity, id);
  if (status === settled && statusReason === null && missing.length === 0) return null;
  const step = data?.pages[0]?.events.find(({ changes }) => changes.status?.after === status);
  const said: StatusReason[] = statusReason === null ? [] : [{ key: "reason", text: statusReason, isBlocking: false }];
  const blocking = missing.map((blocker): StatusReason => {
    const onFix = fixOf(blocker);
    return {
      key: blocker,
      text: t(`blockers.${blocker}`),
      isBlocking: true,
      ...(onFix ? { fix: { label: t("fillIn"), onFix } } : {}),
    };
  });
  return (
    <StatusNote
      lead={
        step
          ? t(`note.by.${status}`, { who: step.actorName, day: formatDate(language, step.at) })
          : t(`note.plain.${status}`)
      }
      reasons={[...said, ...blocking]}
      next={t(`note.next.${status}`)}
    />
  );
}
