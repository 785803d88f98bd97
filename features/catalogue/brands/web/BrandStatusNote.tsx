import { type Brand, brands } from "#features/catalogue/brands/contract.ts";
import type { transitionBlockers } from "#features/catalogue/brands/contract/statuses.ts";
import { type BrandInput, fieldOfBlocker } from "#features/catalogue/brands/fields.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { useMessages } from "#web/useMessages.ts";

type Blocker = (typeof transitionBlockers)[number];

/** Blockers without a field to fill in, which are shown anyway. */
const shown: ReadonlySet<Blocker> = new Set(["second_person", "status_locked"]);

type BrandStatusNoteProps = { readonly record: Brand; readonly onFix: (name: keyof BrandInput) => void };

/** The reason for the status, and what blocks the next transition. */
export function BrandStatusNote({ record, onFix }: BrandStatusNoteProps) {
  const t = useMessages("brands");
  // The requirements of a draft are listed above its form.
  const transitions = record.status === "draft" ? [] : record.allowedTransitions;
  const missing = [...new Set(transitions.flatMap(({ blockers }) => blockers))];
  return (
    <StatusBanner
      activity={brands.activity}
      record={record}
      settled="active"
      missing={missing.filter((blocker) => fieldOfBlocker(blocker) !== undefined || shown.has(blocker))}
      fixOf={(blocker) => {
        const field = fieldOfBlocker(blocker);
        return field && (() => onFix(field));
      }}
      t={t}
    />
  );
}
