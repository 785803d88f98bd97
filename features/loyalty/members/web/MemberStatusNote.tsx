import { type Member, members } from "#features/loyalty/members/contract.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Since when a member is frozen, closed or erased, and why. */
export function MemberStatusNote({ record }: { readonly record: Member }) {
  const t = useMessages("members");
  return (
    <StatusBanner
      activity={members.activity}
      record={record}
      settled="active"
      missing={record.mergedInto === null ? [] : (["merged"] as const)}
      fixOf={() => undefined}
      t={t}
    />
  );
}
