import type { Input, Operation, Output } from "#base/contract.ts";
import type { Language } from "#web/screens.ts";

/** What every record that can be picked has. */
export type PickedRow = { readonly id: string };

/**
 * Records of an area that a filter or a field may name: searched through the area's own list, under its permission and
 * within the reader's rows.
 */
export type Pickable<Row extends PickedRow = never> = {
  /** A list with `search` and `ids` among its input. */
  readonly operation: Operation;
  readonly sort: string;
  /** What narrows it besides, such as a status. Not asked of records that are picked already. */
  readonly narrowing?: Readonly<Record<string, unknown>>;
  readonly nameOf: (row: Row, language: Language) => string;
  /** What tells two of one name apart, such as a code or a path. */
  readonly hintOf?: (row: Row, language: Language) => string;
};

type RowOf<Op extends Operation> = Output<Op> extends { rows: (infer Row extends PickedRow)[] } ? Row : never;
type SortOf<Op extends Operation> = Input<Op> extends { sort: infer Sort extends string } ? Sort : never;

/** Declares how the records of a list are picked. */
export const pickable = <Op extends Operation>(
  declared: Pickable<RowOf<Op>> & { readonly operation: Op; readonly sort: SortOf<Op> },
): Pickable => declared;
