import { useRouter } from "@tanstack/react-router";
import { bulkRefusals } from "#base/bulk.ts";
import type { Operation } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import type { Translate } from "#web/messageKeys.ts";
import { refresh, useWrite } from "#web/operations.ts";
import type { ActionOptions } from "#web/record/actionDialog.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

/** A transition and its input. */
type RequestedAction = { readonly to: string } & ActionOptions;

type RecordActions<Taken, Verb extends string> = {
  readonly record: { readonly id: string; readonly version: number };
  readonly named: string;
  /** Path of its list, to return to after deleting. */
  readonly path: `/${string}`;
  /** The feature's messages: `steps.<verb>.done`. */
  readonly t: Translate<`steps.${Verb}.done`>;
  readonly verbOf: (to: string) => Verb;
  /** Takes `id`, `version`, `to`, and `reason` or `fingerprint` if given. */
  readonly change: Operation;
  /** Takes `id` and `version`; left out if the record can't be deleted. */
  readonly remove: Operation | undefined;
  /** Read again after a transition; the list and its counts also after deleting. */
  readonly refreshes: readonly [Operation, Operation, ...Operation[]];
  readonly preview: Operation;
  /** A transition to offer if deleting is refused. */
  readonly instead: Taken | undefined;
  readonly onInstead: (step: Taken) => void;
};

/** Runs a record's transition, or deletes it. A refusal shows the reason, and an alternative if there is one. */
export function useRecordActions<Taken, Verb extends string>(steps: RecordActions<Taken, Verb>) {
  const { record, named, path, t, verbOf, refreshes, preview, instead, onInstead } = steps;
  const messages = useMessages("record");
  const router = useRouter();
  const toast = useToast();
  const deleteNamed = useDeleteFlow();
  const { queryClient } = useApiClient();
  const change = useWrite(steps.change, { refreshes });
  const removal = useWrite(steps.remove ?? steps.change, { refreshes: refreshes.slice(0, 2) });
  const version = { id: record.id, version: record.version };

  const take = async ({ to, ...how }: RequestedAction): Promise<boolean> => {
    const verb = verbOf(to);
    try {
      await change.mutateAsync({ ...version, to, ...how });
    } catch (error) {
      // The next attempt uses the current record and its current impact.
      if (hasCode(error, commonRefusals.version_conflict)) await refresh(queryClient, refreshes);
      if (hasCode(error, bulkRefusals.preview_stale)) await refresh(queryClient, [preview]);
      // An open dialog shows the error.
      if (Object.keys(how).length === 0) toast({ variant: "error", text: textOf(error) });
      return false;
    }
    toast({ text: t(`steps.${verb}.done`, { name: named }) });
    return true;
  };
  const remove = async () => {
    const isDeleted = await deleteNamed({
      named,
      remove: () => removal.mutateAsync(version),
      instead: instead && { label: messages("remove.archiveInstead"), onAction: () => onInstead(instead) },
    });
    if (isDeleted) void router.navigate({ to: path, replace: true, ignoreBlocker: true });
  };
  const pendingTo = change.isPending ? ((change.variables as RequestedAction | undefined)?.to ?? null) : null;
  return { take, remove, pendingTo, error: change.error };
}

const hasCode = (error: unknown, { code }: { readonly code: string }) =>
  error instanceof Refusal && error.code === code;
