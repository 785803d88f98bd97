import type { QueryClient } from "@tanstack/react-query";
import type { Input, Operation, Output } from "#base/contract.ts";
import type { Transport } from "#web/call.ts";
import { keyOf } from "#web/operations.ts";

/**
 * The changes of one area that the server has not answered yet. They are sent one after the other, and applied at once to
 * every cached answer of `read`: with whatever input, such as each page or each folder.
 *
 * ```ts
 * export const noteQueue: OptimisticQueue<typeof notes.list, SavedMutation> = { name: "notes", read: notes.list };
 * ```
 */
export interface OptimisticQueue<Read extends Operation, Saved = never> {
  /** Of the area. What a page leaves unsent is stored under it. */
  readonly name: string;
  readonly read: Read;
  /** Never set: the type of `Mutation.saved`. */
  readonly savedType?: Saved;
}

/** An answer with a change applied. `input` says which answer it is, such as the folder of a page. */
export type Apply<Read extends Operation> = (answer: Output<Read>, input: Input<Read>) => Output<Read>;

/** A change of what `queue.read` returns. */
export interface Mutation<Read extends Operation, Saved = never> {
  /** How it looks until the server answers. Applying it twice must look like once: the answer may already be in. */
  readonly apply: Apply<Read>;
  /**
   * Sends it, and returns how to apply the server's answer if that says more than `apply`. `isRetry`: it was sent before
   * and may have arrived, so every `send` must be safe to repeat.
   */
  readonly send: (transport: Transport, isRetry: boolean) => Promise<Apply<Read> | undefined>;
  /** Sent only after this, and not at all if it says no. Later mutations do not wait for it. */
  readonly isWanted?: Promise<boolean>;
  /** Other operations whose answers it changes. */
  readonly refreshes?: readonly Operation[];
  /** All that another page needs to send it, as JSON. Without this it is lost if the page is closed first. */
  readonly saved?: Saved;
  /** The server refused it. It has been taken back, and a toast says why. */
  readonly onRefused?: (() => void) | undefined;
}

/** With the user who made it: it must not be sent for the next user who signs in. */
export type OwnedMutation<Read extends Operation, Saved> = Mutation<Read, Saved> & { readonly ownerId: string };

export const mutationKeyOf = ({ name }: { readonly name: string }) => ["optimistic", name] as const;

/** The beginning of the cache key of every answer. */
export const readKeyOf = ({ read }: { readonly read: Operation }) => keyOf(read, null).slice(0, 1);

/** The mutations not answered at this moment, oldest first. The last rendering may be behind. */
export const pendingMutations = <Read extends Operation, Saved>(
  queryClient: QueryClient,
  queue: OptimisticQueue<Read, Saved>,
): OwnedMutation<Read, Saved>[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: mutationKeyOf(queue), status: "pending" })
    .map(({ state }) => state.variables as OwnedMutation<Read, Saved>);

/** The answer as shown at this moment: two changes may be made before the next rendering. */
export function currentAnswer<Read extends Operation, Saved>(
  queryClient: QueryClient,
  queue: OptimisticQueue<Read, Saved>,
  input: Input<Read>,
): Output<Read> | undefined {
  const answer = queryClient.getQueryData<Output<Read>>(keyOf(queue.read, input));
  return answer && applyAll(answer, input, pendingMutations(queryClient, queue));
}

export const applyAll = <Read extends Operation>(
  answer: Output<Read>,
  input: Input<Read>,
  mutations: readonly Pick<Mutation<Read>, "apply">[],
): Output<Read> => mutations.reduce((shown, { apply }) => apply(shown, input), answer);
