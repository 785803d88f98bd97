import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { bulkRefusals } from "#base/bulk.ts";
import type { Input, Operation } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import { call, type Transport } from "#web/call.ts";
import type { BulkAction } from "#web/list/bulk.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

type Target = { readonly ids?: readonly string[]; readonly filter?: object };
type Lead = { readonly leadsTo: NonNullable<BulkAction["leadsTo"]>; readonly target: Target };

/** Passes the selected rows of a list to the screen of an action, or explains why it can't. */
export function useBulkLead(operation: Operation) {
  const { transport, queryClient } = useApiClient();
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation(
    {
      mutationFn: async ({ leadsTo, target }: Lead) => {
        const max = await leadsTo.max();
        const ids = target.ids ?? (await idsOf(transport, operation, { filter: target.filter!, max }));
        if (ids.length > max) throw bulkRefusals.too_many_rows({ limit: max });
        await navigate(leadsTo.addressOf(ids));
      },
      onError: (error: Error) => void toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
}

type RequestedBulk = { readonly filter: object; readonly max: number };

/** Reads page after page, until there are more records than an address can name. */
async function idsOf(transport: Transport, operation: Operation, { filter, max }: RequestedBulk): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const requested = { ...filter, limit: 100, count: "none", ...(cursor === null ? {} : { cursor }) };
    const page = (await call(transport, operation, requested as Input<Operation>)) as Page<{ id: string }>;
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null && ids.length <= max);
  return ids;
}
