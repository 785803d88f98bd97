import type { Input, Operation, Output } from "#base/contract.ts";
import type { Language } from "#web/screens.ts";

/** What every record that can be picked has. */
export type PickedRow = { readonly id: string };

/** Brings a list's operation: its contract is loaded when it is first needed, and travels with no screen. */
export type LateOperation<Op extends Operation = Operation> = () => Promise<Op>;

/**
 * Records of an area that a filter or a field may name: searched through the area's own list, under its permission and
 * within the reader's rows.
 */
export type Pickable<Row extends PickedRow = never> = {
  /** A list with `search` and `ids` among its input. */
  readonly operation: Operation | LateOperation;
  readonly sort: string;
  /** What narrows it besides, such as a status. Not asked of records that are picked already. */
  readonly narrowing?: Readonly<Record<string, unknown>>;
  readonly nameOf: (row: Row, language: Language) => string;
  /** What tells two of one name apart, such as a code or a path. */
  readonly hintOf?: (row: Row, language: Language) => string;
  /** Of companies, which are known by their logos: null for one that has none. */
  readonly logoOf?: (row: Row) => string | null;
};

type RowOf<Op extends Operation> = Output<Op> extends { rows: (infer Row extends PickedRow)[] } ? Row : never;
type SortOf<Op extends Operation> = Input<Op> extends { sort: infer Sort extends string } ? Sort : never;

/** Declares how the records of a list are picked. */
export const pickable = <Op extends Operation>(
  declared: Pickable<RowOf<Op>> & { readonly operation: Op | LateOperation<Op>; readonly sort: SortOf<Op> },
): Pickable => declared;
