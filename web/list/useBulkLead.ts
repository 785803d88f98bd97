import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { BulkAction } from "#web/list/bulk.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useReach } from "#web/useReach.ts";

type Lead = {
  readonly leadsTo: NonNullable<BulkAction["leadsTo"]>;
  readonly target: Readonly<Record<string, unknown>>;
};

/** Carries what is ticked to the screen that an action leads to, or says why it does not. */
export function useBulkLead() {
  const { transport, queryClient } = useReach();
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation(
    {
      mutationFn: async ({ leadsTo, target }: Lead) => navigate(await leadsTo(target, transport)),
      onError: (error: Error) => void toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
}
