import type { MessageKey, Translate } from "#web/messageKeys.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { formatDateTime } from "#web/formats.ts";
import { StatusNote } from "#web/record/StatusNote.tsx";
import type { Language } from "#web/screens.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Why a user can't sign in, and how to resolve it; also what the user is waiting for, and until when. */
export function UserNote({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const language = useLanguage();
  const { status, invitedUntil, isEmailConfirmed, emailChange, approvalsPausedUntil, roles, holdsMore } = user;
  const facts = [
    ...(status === "active"
      ? []
      : [status === "invited" ? whenInvited(invitedUntil, t, language) : t(`note.${status}`)]),
    ...(status === "active" && !isEmailConfirmed ? [t("note.reasons.neverConfirmed")] : []),
    ...(emailChange ? [whatIsMissing(emailChange, t, language)] : []),
    ...(approvalsPausedUntil && mayEverApprove(user)
      ? [t("note.reasons.paused", { when: formatDateTime(language, approvalsPausedUntil) })]
      : []),
    ...(holdsMore && status !== "erased" ? [t("note.reasons.holdsMore")] : []),
  ];
  const obstacles = [
    ...(status === "pending" && !isEmailConfirmed ? [t("note.reasons.unconfirmed")] : []),
    ...(status === "active" && !roles.some(({ isValid }) => isValid) ? [t("note.reasons.noRole")] : []),
  ];
  if (facts.length + obstacles.length === 0) return null;
  return (
    <StatusNote
      lead={t(`status.${status}`)}
      reasons={[
        ...facts.map((text) => ({ key: text, text, isBlocking: false })),
        ...obstacles.map((text) => ({ key: text, text, isBlocking: true })),
      ]}
    />
  );
}

const whenInvited = (until: string | null, t: Translate<MessageKey<"users">>, language: Language) =>
  until === null ? t("note.invitedOver") : t("note.invitedUntil", { when: formatDateTime(language, until) });

const mayEverApprove = ({ status, roles }: User) => status !== "erased" && roles.length > 0;

/** The new address, and which of the two has not confirmed it yet. */
function whatIsMissing(
  change: NonNullable<User["emailChange"]>,
  t: Translate<MessageKey<"users">>,
  language: Language,
): string {
  const { email, isOldConfirmed, isNewConfirmed, expiresAt } = change;
  const missing = isOldConfirmed ? "new" : isNewConfirmed ? "old" : "both";
  return t(`note.emailChange.${missing}`, { email, when: formatDateTime(language, expiresAt) });
}
