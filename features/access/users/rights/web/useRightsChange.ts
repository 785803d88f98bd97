import { isWaiting } from "#base/approvals.ts";
import type { Input } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { refresh, useWrite } from "#web/operations.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

type Change = Partial<Pick<Input<typeof users.changeRights>, "give" | "take" | "bind" | "unbind">>;

const refreshes = [users.get, users.list, users.choices, users.permissions, users.activity];

/**
 * Grants and revokes a user's roles and scopes, and shows a toast. `change` returns whether the change was made or
 * waits for a second person; otherwise `error` says why.
 */
export function useRightsChange({ id, version }: User) {
  const toast = useToast();
  const { queryClient } = useApiClient();
  const sent = useSentForApproval();
  const write = useWrite(users.changeRights, { refreshes });
  const change = async (what: Change, done: string): Promise<boolean> => {
    try {
      const answer = await write.mutateAsync({ id, version, give: [], take: [], bind: [], unbind: [], ...what });
      if (isWaiting(answer)) sent(answer.approvalId);
      else toast({ text: done });
      return true;
    } catch (error) {
      // The next attempt starts from what the user has now.
      const isStale = error instanceof Refusal && error.code === commonRefusals.version_conflict.code;
      if (isStale) await refresh(queryClient, refreshes);
      return false;
    }
  };
  return { change, error: write.error, isPending: write.isPending, forget: write.reset };
}
