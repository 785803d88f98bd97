import type { User } from "#features/users/contract/people.ts";
import { formatDateTime } from "#web/formats.ts";
import { StatusNote } from "#web/record/StatusNote.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Why somebody cannot sign in yet or any more, and what would settle it. Who is active needs no word. */
export function UserNote({ user }: { readonly user: User }) {
  const t = useWords("users");
  const language = useLanguage();
  const { status, invitedUntil, isEmailConfirmed, roles, holdsMore } = user;
  const reasons = [
    ...(status === "pending" && !isEmailConfirmed ? ["unconfirmed" as const] : []),
    ...(status === "active" && !roles.some(({ isValid }) => isValid) ? ["noRole" as const] : []),
    ...(holdsMore && status !== "erased" ? ["holdsMore" as const] : []),
  ];
  if (status === "active" && reasons.length === 0) return null;
  const invited = invitedUntil
    ? t("note.invitedUntil", { when: formatDateTime(language, invitedUntil) })
    : t("note.invitedOver");
  return (
    <StatusNote
      lead={status === "invited" ? invited : t(`note.${status}`)}
      reasons={reasons.map((key) => ({
        key,
        text: t(`note.reasons.${key}`),
        isBlocking: key !== "holdsMore",
      }))}
    />
  );
}
