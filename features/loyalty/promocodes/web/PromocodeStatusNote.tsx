import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { StatusNote } from "#web/record/StatusNote.tsx";
import { useMessages } from "#web/useMessages.ts";

type PromocodeStatusNoteProps = {
  readonly record: Promocode;
  readonly onFix: (name: keyof PromocodeInput) => void;
};

/** Why it is paused, the reason for its status, and what blocks the next transition. */
export function PromocodeStatusNote({ record, onFix }: PromocodeStatusNoteProps) {
  const t = useMessages("promocodes");
  // The requirements of a draft are listed above its form.
  const transitions = record.status === "draft" ? [] : record.allowedTransitions;
  const blockers = new Set(transitions.flatMap((each) => each.blockers));
  return (
    <>
      {record.pauseSource !== null && (
        <StatusNote
          lead={t(`pauseSource.${record.pauseSource}`)}
          reasons={[{ key: "reason", text: record.pauseReason ?? "", isBlocking: true }]}
          next={t("pausedNext")}
        />
      )}
      <StatusBanner
        activity={promocodes.activity}
        record={record}
        settled="approved"
        missing={[...blockers].filter((blocker) => blocker !== "approval_not_permitted")}
        fixOf={(blocker) => (blocker === "code_missing" ? () => onFix("sharedCode") : undefined)}
        t={t}
      />
    </>
  );
}
