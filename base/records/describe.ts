import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import type { Field, Fields } from "#base/records/fields.ts";
import type {
  NoShape,
  OutputOf,
  RecordDescription,
  RecordMetadata,
  RecordTypes,
  Shape,
  ResponseMetadata,
} from "#base/records/types.ts";

/** A description and its inferred types. `RecordOf` and `TypesOf` give these types names. */
export interface InferredDescription<Inferred extends RecordTypes> extends RecordDescription<Inferred> {
  /** Only for types; it has no value. */
  readonly inferred?: Inferred;
}

type WithTypes = { readonly inferred?: RecordTypes };
type InferredOf<D extends WithTypes> = NonNullable<D["inferred"]>;

/** A record as the API returns it: `interface Brand extends RecordOf<typeof description> {}`. */
export type RecordOf<D extends WithTypes> = InferredOf<D>["record"];

/**
 * The types of a description, under names that tooltips can show: `interface BrandTypes extends TypesOf<typeof
 * description, BrandInput, Brand> {}`.
 */
export type TypesOf<D extends WithTypes, Values extends object, Rec> = {
  readonly name: InferredOf<D>["name"];
  readonly values: Values;
  readonly record: Rec;
  readonly row: InferredOf<D>["row"];
  readonly sort: InferredOf<D>["sort"];
  readonly filter: InferredOf<D>["filter"];
};

const metadata = {
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
};

type Author = "createdBy" | "updatedBy";
type RecordFrom<Values, Status, More extends Shape, Hidden extends Author> = Values & {
  status: Status;
} & OutputOf<More> &
  ResponseMetadata &
  Omit<Pick<RecordMetadata, Author>, Hidden>;
type FilterFrom<Values, Choice extends keyof Values, More extends Shape> = { ids?: string[] | undefined } & {
  [Name in Choice]?: NonNullable<Values[Name]>[] | undefined;
} & Partial<OutputOf<More>>;
/** A file may have a separate column for the Arabic text of translations. */
export type ArabicColumn<Name> = Name extends `${infer Text}I18n` ? `${Text}Ar` : never;

/** Describes a kind of record: its fields, computed fields, and how it is listed. */
export function describeRecord<
  const Name extends string,
  Values,
  Status extends string,
  const Omitted extends keyof RecordFrom<Values, Status, More, never> & string,
  const Sorts extends readonly [string, ...string[]],
  const Choice extends keyof Values & string,
  More extends Shape = NoShape,
  Filters extends Shape = NoShape,
  RowMore extends Shape = NoShape,
  const Hidden extends Author = never,
  const Counted extends string = never,
>(declared: {
  readonly name: Name;
  /** By default its name. */
  readonly resource?: string;
  /** By default its resource. */
  readonly auditResource?: string;
  readonly path: `/api/${string}`;
  readonly fields: Fields<Values>;
  readonly statuses: readonly Status[];
  /** Fields that the API returns in addition, such as a count. */
  readonly more?: More;
  /** Fields that no response contains. */
  readonly hides?: readonly Hidden[];
  /** Fields that the rows of a list leave out. */
  readonly rowOmits: readonly Omitted[];
  /** Fields that rows have and the record does not, such as its first picture. */
  readonly rowsAlso?: RowMore;
  /** The first is the default. */
  readonly sorts: Sorts;
  /** Choice fields that the list can be filtered by. */
  readonly filters: readonly Choice[];
  readonly moreFilters?: Filters;
  /** Lists of few records can't be asked for records by id. */
  readonly hasNoIds?: true;
  readonly exportColumns: readonly (
    | (keyof RecordFrom<Values, Status, NoInfer<More>, never> & string)
    | ArabicColumn<keyof Values & string>
    | NoInfer<Counted>
  )[];
  /** Columns of exports alone, which the store computes. */
  readonly exportsAlso?: readonly Counted[];
}): InferredDescription<{
  readonly name: Name;
  readonly values: Values & object;
  readonly record: RecordFrom<Values, Status, More, Hidden>;
  readonly row: Omit<RecordFrom<Values, Status, More, Hidden>, Omitted> & OutputOf<RowMore> & { readonly id: string };
  readonly sort: Sorts[number];
  readonly filter: FilterFrom<Values, Choice, Filters>;
}> {
  const { name, resource = name, path, fields, statuses, sorts, rowOmits, exportColumns } = declared;
  const whole = z.object({
    id: z.string(),
    ...(fields.answers as Shape),
    status: z.enum(statuses as unknown as [string]),
    ...declared.more,
    ...metadata,
  });
  const record = z.omit(whole, Object.fromEntries((declared.hides ?? []).map((each) => [each, true])) as never);
  const { auditResource = resource } = declared;
  const named = { name, resource, auditResource, path, fields, statuses, sorts, exportColumns };
  return {
    ...named,
    record: record as never,
    ...rowsOf(record.shape, rowOmits, declared.rowsAlso),
    filters: filtersOf(declared),
  } as never;
}

const rowsOf = (shape: Shape, omitted: readonly string[], rowsAlso: Shape = {}) => ({
  rowNames: [...Object.keys(shape).filter((each) => !omitted.includes(each)), ...Object.keys(rowsAlso)],
  rowsAlso,
});

const filtersOf = (declared: {
  readonly fields: { readonly all: object };
  readonly filters: readonly string[];
  readonly moreFilters?: Shape;
  readonly hasNoIds?: true;
}): Shape => {
  const all = declared.fields.all as Readonly<Record<string, Field<unknown>>>;
  const choices = declared.filters.map((name) => [name, anyOf(z.enum(all[name]!.choices as [string]))]);
  return {
    ...(declared.hasNoIds ? {} : { ids: anyOf(schemas.id()) }),
    ...Object.fromEntries(choices),
    ...declared.moreFilters,
  };
};
