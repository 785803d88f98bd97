import type { Input, Operation, Output } from "#base/contract.ts";
import type { Language } from "#web/screens.ts";

/** Fields that every selectable record has. */
export type PickedRow = { readonly id: string };

/** Returns a list's operation: its contract is loaded on first use and not bundled with a screen. */
export type LateOperation<Op extends Operation = Operation> = () => Promise<Op>;

/**
 * Records of an area that a filter or a field can refer to: searched through the area's own list, with its permission
 * and within the user's scope.
 */
export type Pickable<Row extends PickedRow = never> = {
  /** A list with `search` and `ids` in its input. */
  readonly operation: Operation | LateOperation;
  readonly sort: string;
  /** An additional filter, such as a status. Not applied to records that are already selected. */
  readonly narrowing?: Readonly<Record<string, unknown>>;
  readonly nameOf: (row: Row, language: Language) => string;
  /** Distinguishes records with the same name, such as a code or a path. */
  readonly hintOf?: (row: Row, language: Language) => string;
  /** The logo, for companies: null if a company has none. */
  readonly logoOf?: (row: Row) => string | null;
};

type RowOf<Op extends Operation> = Output<Op> extends { rows: (infer Row extends PickedRow)[] } ? Row : never;
type SortOf<Op extends Operation> = Input<Op> extends { sort: infer Sort extends string } ? Sort : never;

/** Declares how the records of a list are selected. */
export const pickable = <Op extends Operation>(
  declared: Pickable<RowOf<Op>> & { readonly operation: Op | LateOperation<Op>; readonly sort: SortOf<Op> },
): Pickable => declared;
