import type { Operation } from "#base/contract.ts";
import type { PublishingStatus, PublishingTransition } from "#base/publishedTexts.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { useMessages } from "#web/useMessages.ts";

type PublishingNoteProps = {
  readonly activity: Operation;
  readonly record: {
    readonly id: string;
    readonly status: PublishingStatus;
    readonly statusReason: string | null;
    readonly allowedTransitions: readonly PublishingTransition[];
  };
};

/** Since when a text has its status, why, and what comes next. */
export function PublishingNote({ activity, record }: PublishingNoteProps) {
  const t = useMessages("publishing");
  const blockers = record.allowedTransitions.flatMap((transition) => transition.blockers);
  return (
    <StatusBanner
      activity={activity}
      record={record}
      settled="published"
      missing={[...new Set(blockers)].filter((blocker) => blocker === "second_person")}
      fixOf={() => undefined}
      t={t}
    />
  );
}
