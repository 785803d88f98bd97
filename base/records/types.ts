import type * as z from "zod/mini";
import type { ActivityPage } from "#base/activity.ts";
import type { PendingApproval } from "#base/approvals.ts";
import type { BulkPreview, BulkResult, Selection } from "#base/bulk.ts";
import type { Operation } from "#base/contract.ts";
import type { FilterGroup } from "#base/filterGroup.ts";
import type { Impact } from "#base/impact.ts";
import type { Page, Total } from "#base/list.ts";
import type { Fields } from "#base/records/fields.ts";

/** Fields that the server adds to every record. */
export interface RecordMetadata {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** The part of these that every response has. */
export type ResponseMetadata = Omit<RecordMetadata, "createdBy" | "updatedBy">;

export type Shape = Readonly<Record<string, z.core.$ZodType>>;
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- exactly this: nothing is added
export type NoShape = Record<never, never>;
// TypeScript infers `Shape` for an omitted shape. Its index signature would hide the known names.
type OptionalIn<All extends Shape> = {
  [Name in keyof All]: undefined extends z.output<All[Name]> ? Name : never;
}[keyof All];
export type OutputOf<All extends Shape> = string extends keyof All
  ? unknown
  : { [Name in Exclude<keyof All, OptionalIn<All>>]: z.output<All[Name]> } & {
      [Name in OptionalIn<All>]?: z.output<All[Name]>;
    };

/** The types that the operations of one kind of record share. Name them in the contract: see `TypesOf`. */
export interface RecordTypes {
  readonly name: string;
  readonly values: object;
  readonly record: ResponseMetadata & { readonly status: string };
  readonly row: { readonly id: string };
  readonly sort: string;
  readonly filter: object;
}

/** What operations, store and screens know about a kind of record. */
export interface RecordDescription<T extends RecordTypes> {
  /** The namespace of its messages, and its name in imports. */
  readonly name: T["name"];
  /** As in its permissions. */
  readonly resource: string;
  /** As in its audit entries. */
  readonly auditResource: string;
  readonly path: `/api/${string}`;
  readonly fields: Fields<T["values"]>;
  readonly record: z.ZodMiniType<T["record"]>;
  readonly statuses: readonly T["record"]["status"][];
  readonly rowNames: readonly string[];
  readonly rowsAlso: Shape;
  readonly sorts: readonly T["sort"][];
  readonly filters: Shape;
  readonly exportColumns: readonly string[];
}

/** An operation with its input and output spelled out, so that an editor can show them. */
export type Op<I, O> = Operation<z.ZodMiniType<I>, z.ZodMiniType<O>>;
type CsvOp<I> = Op<I, string> & { readonly reply: "csv" };

type FilterInput<T extends RecordTypes> = T["filter"] & { status?: T["record"]["status"][] | undefined };
type Search = { search?: string | undefined; any?: FilterGroup[] | undefined };
export type ListInput<T extends RecordTypes> = FilterInput<T> &
  Search & {
    sort: T["sort"];
    direction?: "asc" | "desc" | undefined;
    sortLanguage?: "ar" | undefined;
    limit: 25 | 50 | 100;
    cursor?: string | undefined;
    count: "capped" | "exact" | "none";
  };
export type ExportInput<T extends RecordTypes> = ListInput<T> & { columns?: string[] | undefined };
export type ActivityInput = { id: string; before?: number | undefined; limit: number };
export type RecordVersion = { id: string; version: number };
export type RecordPatch<T extends RecordTypes> = RecordVersion & Partial<T["values"]>;
/** A patch whose impact was previewed, with the reason that it needs if it requires less of products. */
export type PreviewedPatch<T extends RecordTypes> = RecordPatch<T> & {
  fingerprint?: string | undefined;
  reason?: string | undefined;
};
export type StatusChange<T extends RecordTypes> = RecordVersion & { to: T["record"]["status"] };
export type BulkInput<T extends RecordTypes, More = object> = {
  selection: Selection<FilterInput<T> & Search>;
} & More;

export type OperationOptions = Pick<Operation, "forKeys" | "idempotencyKey" | "isDangerous" | "refusals"> & {
  /** Besides the records themselves. */
  readonly reads?: Operation["reads"];
  readonly summary: string;
};
/** The path and permission of a bulk action, and its input besides the selection. */
export type BulkRoute<More> = { readonly path: string; readonly permission: string; readonly more: More };

/** Declares the operations that every kind of record has, one call each. */
export interface RecordOperations<T extends RecordTypes> {
  readonly description: RecordDescription<T>;
  list(options: OperationOptions): Op<ListInput<T>, Page<T["row"]>>;
  countByStatus(
    options: OperationOptions,
  ): Op<T["filter"] & Search, { byStatus: Record<T["record"]["status"], Total> }>;
  exportCsv(options: OperationOptions): CsvOp<ExportInput<T>>;
  importTemplate(options: OperationOptions): CsvOp<Record<string, never>>;
  get(options: OperationOptions): Op<{ id: string }, T["record"]>;
  activity(options: OperationOptions): Op<ActivityInput, ActivityPage>;
  create(options: OperationOptions): Op<{ id: string } & T["values"], T["record"]>;
  update(options: OperationOptions): Op<RecordPatch<T>, T["record"]>;
  /** An update with a preview of its impact. With a fingerprint it is refused if the impact has changed. */
  updateAsPreviewed(options: OperationOptions): Op<RecordPatch<T> & { fingerprint?: string | undefined }, T["record"]>;
  /** The same for an update that may require less of products, which needs a reason and a second person. */
  updateWithApproval(options: OperationOptions): Op<PreviewedPatch<T>, T["record"] | PendingApproval>;
  previewUpdate(options: OperationOptions): Op<RecordPatch<T>, Impact>;
  /** A transition of the lifecycle. `path` is the last part of its path, `more` its input besides the status. */
  changeStatus<More extends Shape = NoShape>(
    route: { readonly path: string; readonly permission: string; readonly more?: More },
    options: OperationOptions,
  ): Op<StatusChange<T> & OutputOf<More>, T["record"]>;
  previewStatus(
    route: { readonly path: string; readonly permission: string },
    options: OperationOptions,
  ): Op<{ id: string; to: T["record"]["status"] }, Impact>;
  remove(options: OperationOptions): Op<RecordVersion, undefined>;
  previewBulk<More extends Shape>(
    route: BulkRoute<More>,
    options: OperationOptions,
  ): Op<BulkInput<T, OutputOf<More>>, BulkPreview>;
  applyBulk<More extends Shape>(
    route: BulkRoute<More>,
    options: OperationOptions,
  ): Op<BulkInput<T, OutputOf<More>> & { fingerprint: string }, BulkResult>;
}
