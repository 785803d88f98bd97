import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import type { transitionBlockers } from "#features/retail/retailers/record/contract.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { useMessages } from "#web/useMessages.ts";

type Blocker = (typeof transitionBlockers)[number];
type PartName = "details" | "locations" | "contacts" | "kyc";
type RetailerStatusNoteProps = {
  readonly retailer: Retailer;
  /** The form is shown: above it are the requirements of a draft. */
  readonly isForm: boolean;
  readonly onFix: (part: PartName) => void;
};

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
export function RetailerStatusNote({ retailer, isForm, onFix }: RetailerStatusNoteProps) {
  const t = useMessages("retailers");
  const transitions = isForm
    ? retailer.allowedTransitions.filter(({ to }) => to !== "submitted")
    : retailer.allowedTransitions;
  return (
    <StatusBanner
      activity={retailers.activity}
      record={retailer}
      settled="active"
      missing={[...new Set(transitions.flatMap(({ blockers }) => blockers))].filter(
        (blocker) => blocker !== "approval_not_permitted",
      )}
      fixOf={(blocker) => {
        const part = partsOf[blocker];
        return part && (() => onFix(part));
      }}
      t={t}
    />
  );
}
