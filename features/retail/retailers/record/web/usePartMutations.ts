import type { Input, Operation, Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerContacts } from "#features/retail/retailers/contacts/contract.ts";
import { retailerDocuments } from "#features/retail/retailers/kyc/contract.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerSettlement } from "#features/retail/retailers/settlement/contract.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

// Everything that the version of the retailer covers: a change of a part increments it.
const refreshes = [
  retailers.get,
  retailers.list,
  retailers.activity,
  retailerLocations.list,
  retailerHours.read,
  retailerContacts.list,
  retailerDocuments.list,
  retailerSettlement.read,
];

/**
 * Changes parts of a retailer. `send` throws refusals; `attempt` shows them, and returns whether the change was made.
 */
export function usePartMutations() {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  const refreshAll = () => refresh(queryClient, refreshes);
  const send = async <Op extends Operation>(operation: Op, input: Input<Op>): Promise<Output<Op>> => {
    const answer = await call(transport, operation, input);
    await refreshAll();
    return answer;
  };
  const attempt = async <Op extends Operation>(operation: Op, input: Input<Op>, done: string): Promise<boolean> => {
    try {
      await send(operation, input);
    } catch (error) {
      // The next attempt starts from the current state.
      if (error instanceof Refusal && error.code === commonRefusals.version_conflict.code) await refreshAll();
      toast({ variant: "error", text: textOf(error) });
      return false;
    }
    toast({ text: done });
    return true;
  };
  return { send, attempt, refreshAll };
}
