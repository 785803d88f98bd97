import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { userFields, type UserInput } from "#features/access/users/fields.ts";
import { UserFields } from "#features/access/users/record/web/UserFields.tsx";
import { useUserMutations } from "#features/access/users/record/web/useUserMutations.ts";
import { useUserFormatters } from "#features/access/users/record/web/useUserFormatters.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Who a person is, to read and to change. */
export function UserEditForm({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const recordMessages = useMessages("record");
  const can = useCan();
  const toast = useToast();
  const texts = useUserFormatters();
  const form = useRecordForm<UserInput, User>(useUserMutations(), {
    record: user,
    initial: userFields.empty,
    onSaved: (saved, { merged }) => {
      const isMoved = saved.email !== user.email;
      const isRequested = saved.emailChange !== null && saved.emailChange.email !== user.emailChange?.email;
      const together = recordMessages("savedMerged", {
        fields: merged.map(texts.labelOf).join(recordMessages("comma")),
      });
      if (isRequested) toast({ text: t("addressAsked") });
      else toast({ text: isMoved ? t("addressChanged") : merged.length > 0 ? together : recordMessages("saved") });
    },
    onWaits: useSentForApproval(),
  });
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={user.status === "erased" || !can(users.update)}>
      <UserFields address={user.holdsMore ? "closed" : "open"} />
    </RecordFormView>
  );
}
