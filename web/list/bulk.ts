import type { ComponentType } from "react";
import type { BulkPreview } from "#base/bulk.ts";
import type { Operation } from "#base/contract.ts";
import type { LateOperation } from "#web/list/pickable.ts";

/** Bulk actions. Always previewed first, and applied only as previewed (`base/bulk.ts`). */
export type BulkActions<Key extends string = string> = {
  /** Takes `selection` and the action's input, returns a `BulkPreview`. */
  readonly preview: Operation;
  /** Takes the same and the preview's `fingerprint`, returns a `BulkResult`. */
  readonly apply: Operation;
  readonly actions: readonly BulkAction<Key>[];
  /** Operations that are read again afterwards. */
  readonly refreshes: readonly Operation[];
};

/** One action. `Key` are the keys of the feature's messages. */
export type BulkAction<Key extends string = string> = ActionIn<Key> | ScreenIn<Key>;

/**
 * An action with a preview. Its messages are these parts of `bulk.<id>` of the feature, and `reasonHint` if it needs a
 * reason.
 */
type ActionIn<Key extends string> = BulkActionOptions & {
  readonly id: IdWith<"button" | "title" | "will" | "confirm" | "done", Key>;
  readonly leadsTo?: never;
};

/** An action that opens its own screen instead of a preview, with at most `max` selected records. */
type ScreenIn<Key extends string> = BulkActionOptions & {
  readonly id: IdWith<"button", Key>;
  readonly leadsTo: {
    /** Users without its permission are not offered the action. It and `max` are loaded on demand: another area's. */
    readonly needs: LateOperation<Operation>;
    readonly max: () => Promise<number>;
    readonly addressOf: (ids: readonly string[]) => {
      readonly to: string;
      readonly search?: Readonly<Record<string, string>>;
    };
  };
};

/** The ids that have all these messages. */
type IdWith<Part extends string, Key extends string, One extends string = Key> = string extends Key
  ? string
  : One extends `bulk.${infer Id}.button`
    ? [`bulk.${Id}.${Part}`] extends [Key]
      ? Id
      : never
    : never;

type BulkActionOptions = {
  readonly icon: ComponentType<{ size?: number }>;
  /** The part of the input that distinguishes this action from the others. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Offered only for several records: the row's own menu has the same action for one. */
  readonly isForMany?: true;
  /** What it removes can't be restored. */
  readonly isDangerous?: true;
  /** A reason is required. */
  readonly needsReason?: true;
  /**
   * Its own two calls, if they differ from those of the other actions: each with its own permission. Those of other areas
   * are loaded on demand.
   */
  readonly operations?: { readonly preview: Operation | LateOperation; readonly apply: Operation | LateOperation };
  /** The choice that the user makes first, such as a role. Passes up its part of the input; null until it is made. */
  readonly Choice?: ComponentType<{ readonly onChange: (input: Readonly<Record<string, unknown>> | null) => void }>;
  /** What its preview has besides the records, such as amounts. Shown below them. */
  readonly Summary?: ComponentType<{ readonly preview: BulkPreview }>;
};

export const operationsOf = ({ preview, apply }: BulkActions, action: BulkAction) =>
  action.operations ?? { preview, apply };
