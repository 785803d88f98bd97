import { retailers } from "#features/retailers/contract.ts";
import type { Retailer, transitionBlockers } from "#features/retailers/contract/records.ts";
import { formatDate } from "#web/formats.ts";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useActivity } from "#web/record/useActivity.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type Blocker = (typeof transitionBlockers)[number];
type PartName = "details" | "locations" | "contacts" | "kyc";
type RetailerStatusNoteProps = { readonly retailer: Retailer; readonly onFix: (part: PartName) => void };

/** Where what is missing is filled in. */
const partsOf: Partial<Record<Blocker, PartName>> = {
  country_missing: "details",
  timezone_missing: "details",
  location_missing: "locations",
  contact_missing: "contacts",
  kyc_missing: "kyc",
  kyc_expired: "kyc",
};

/** Why a retailer is where it is, and what stands between it and the next step. */
export function RetailerStatusNote({ retailer, onFix }: RetailerStatusNoteProps) {
  const t = useWords("retailers");
  const language = useLanguage();
  const { data } = useActivity(retailers.activity, retailer.id);
  const { status, statusReason } = retailer;
  const missing = [...new Set(retailer.allowedTransitions.flatMap(({ blockers }) => blockers))];
  if (status === "active" && statusReason === null && missing.length === 0) return null;
  const step = data?.pages[0]?.events.find(({ changes }) => changes.status?.after === status);
  const said: StatusReason[] = statusReason === null ? [] : [{ key: "reason", text: statusReason, isBlocking: false }];
  const blocking = missing.map((blocker): StatusReason => {
    const part = partsOf[blocker];
    return {
      key: blocker,
      text: t(`blockers.${blocker}`),
      isBlocking: true,
      ...(part ? { fix: { label: t("fillIn"), onFix: () => onFix(part) } } : {}),
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
