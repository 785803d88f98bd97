import type { Operation } from "#base/contract.ts";
import { losesRequirement } from "#base/impact.ts";
import type { ArabicColumn } from "#base/records/describe.ts";
import type { Field } from "#base/records/fields.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { refuseOutOfReach } from "#api/import/keyedReach.ts";
import { checkKeyedRows, type KeyedRow, writeKeyedRows } from "#api/import/keyedRows.ts";
import {
  arabicColumn,
  flagColumn,
  numberColumn,
  type ReadColumn,
  textColumn,
  translationsColumn,
  wordColumn,
} from "#api/import/readColumns.ts";
import type { CellProblem, CheckedRow, Importer, ImportRow } from "#api/importer.ts";
import type { RecordStore, StoredRecord } from "#api/records/types.ts";

/** A column: its title in both languages, an example, and further spellings of the header. */
type CsvColumn = readonly [en: string, ar: string, example: string, aliases?: readonly string[]];

type ProblemsOf<Values, Stored> = (
  ctx: Ctx,
  updates: readonly { readonly before: Stored; readonly after: Values }[],
) => Promise<ReadonlyMap<string, CellProblem>>;

interface ImportOptions<T extends RecordTypes, Stored>
  extends Pick<Importer, "title" | "listPath" | "problemMessages"> {
  readonly operations: { readonly importTemplate: Operation; readonly update: Operation };
  /** The field that shows problems with the whole row. */
  readonly key: keyof T["values"] & string;
  /** The key that identifies a record, computed from a row's cells or from a record. */
  readonly keyOf: (cells: ImportRow["cells"]) => string;
  /** In the order of the template. Write out a column whose cells are not read by its field's kind. */
  readonly columns: {
    readonly [Name in keyof T["values"] | ArabicColumn<keyof T["values"] & string>]?: CsvColumn | ReadColumn;
  };
  /** The values of a new record for columns not in the file, and for empty cells. By default the empty values. */
  readonly empty?: T["values"];
  /** Another field that no two records share. */
  readonly unique?: {
    readonly field: keyof T["values"] & string;
    readonly keyOf: (value: string) => string;
    readonly code: string;
  };
  /**
   * Problems of updates that no single field shows, by record id, such as an update that needs a page with a preview
   * and a reason.
   */
  readonly problemsOf?: ProblemsOf<T["values"], Stored>;
}

/** Imports records that have a key of their own, such as a code. Writes through the store, as the form does. */
export function recordImporter<T extends RecordTypes, Stored extends StoredRecord<T>>(
  store: RecordStore<T, Stored>,
  options: ImportOptions<T, Stored>,
): Importer<KeyedRow<T["values"]>> {
  const { name, fields } = store.description;
  const { operations, key, keyOf, unique, columns: _, empty = fields.empty, problemsOf, ...shown } = options;
  const columns = Object.entries(options.columns as Readonly<Record<string, CsvColumn | ReadColumn>>).map(
    ([field, column]) => ("read" in column ? column : readColumnOf(field, column, fields.all as never)),
  );
  const keyOfRecord = (record: Stored) => keyOf(record as unknown as ImportRow["cells"]);
  return {
    ...shown,
    resource: name,
    needs: operations.importTemplate,
    columns,
    check: async (ctx, rows, run) => {
      const records = await store.readActive(ctx);
      const checked = checkKeyedRows<T["values"]>(rows, run, {
        columns,
        schema: fields.schema,
        empty,
        keyOf,
        keyField: key,
        known: new Map(records.map((record) => [keyOfRecord(record), record])),
        mayUpdate: actorOf(ctx).permissions.has(operations.update.permission),
        errorsOf: (whole) => fields.errorsOf(whole, null),
        ...(unique && {
          unique: {
            field: unique.field,
            keyOf: (whole: T["values"]) => unique.keyOf(textOf(whole, unique.field)),
            holders: new Map(records.map((record) => [unique.keyOf(textOf(record, unique.field)), record.id])),
            code: unique.code,
          },
        }),
      });
      const known = new Map(records.map((record) => [record.id, record]));
      const { scopedRows, table } = store;
      const update = operations.update.permission;
      const reach = { rows: scopedRows, table, update, known, keyField: key, empty: fields.empty };
      return refuseSpecial(ctx, await refuseOutOfReach(ctx, checked, reach), known, problemsOf);
    },
    write: (ctx, rows, source) =>
      writeKeyedRows(ctx, rows, source, {
        add: (inner, id, values, reason) => store.insert(inner, [{ id, values }], { action: "import", reason }),
        change: async (inner, id, patch, reason) => {
          const before = await store.lock(inner, { id });
          const { consequences } = await store.update(inner, before, patch, { action: "update", reason });
          // The dry run refuses these. Something has changed since, and a file has no place for a reason.
          if (losesRequirement(consequences)) throw new Error(`the dry run saw no lost requirement of ${name}`);
        },
      }),
  };
}

const textOf = (values: object, field: string) => (values as Readonly<Record<string, string | undefined>>)[field] ?? "";

type Facts = readonly [name: string, ...CsvColumn];
const columnsByKind: Readonly<Record<string, (...facts: Facts) => ReadColumn>> = {
  choice: wordColumn,
  flag: flagColumn,
  integer: numberColumn,
  percent: numberColumn,
  translations: translationsColumn,
};

/** The column of a field, read by the field's kind; `nameAr` is the Arabic text of `nameI18n`. */
function readColumnOf(name: string, facts: CsvColumn, all: Readonly<Record<string, Field<unknown>>>): ReadColumn {
  const field = all[name];
  if (field === undefined) return arabicColumn(name.replace(/Ar$/, "I18n"), ...facts);
  const column = (columnsByKind[field.kind] ?? textColumn)(name, ...facts);
  return field.isRequired ? { ...column, role: "required" } : column;
}

/** The same rows, with updates refused for which `problemsOf` found a problem. */
async function refuseSpecial<Values, Stored>(
  ctx: Ctx,
  checked: readonly CheckedRow<KeyedRow<Values>>[],
  known: ReadonlyMap<string, Stored>,
  problemsOf: ProblemsOf<Values, Stored> = async () => new Map(),
): Promise<CheckedRow<KeyedRow<Values>>[]> {
  const updates = checked.flatMap((row) =>
    row.outcome === "update" ? [{ before: known.get(row.values.id!)!, after: row.values.whole }] : [],
  );
  const problems = await problemsOf(ctx, updates);
  return checked.map((row) => {
    const problem = row.outcome === "update" ? problems.get(row.values.id ?? "") : undefined;
    return problem ? { rowNumber: row.rowNumber, outcome: "bad", problems: [problem] } : row;
  });
}
