import type { ComponentType, ReactNode } from "react";
import type { Operation } from "#base/contract.ts";
import type { Decisions } from "#base/decisions.ts";
import type { PendingApproval } from "#base/approvals.ts";
import type { Impact } from "#base/impact.ts";
import type { Page } from "#base/list.ts";
import type { ListInput, Op, PreviewedPatch, RecordOperations, RecordPatch, RecordTypes } from "#base/records/types.ts";
import type { BulkActions } from "#web/list/bulk.ts";
import type { Card, CellContext, Column, Draw, ListDefinition, RowLink, View } from "#web/list/defineList.ts";
import type { Filter } from "#web/list/filters.ts";
import type { Order } from "#web/list/listUrl.ts";
import type { LateOperation } from "#web/list/pickable.ts";
import type { KeyUnder, MessageKey, MessageNamespace } from "#web/messageKeys.ts";
import type { Requirements } from "#web/records/requirements.ts";
import type { Language } from "#web/screens.ts";

/** The operations that the screens call. Contracts declared with `recordOperations` have them. */
export interface RecordCalls<T extends RecordTypes> {
  readonly list: Op<ListInput<T>, Page<T["row"]>>;
  readonly get: Op<{ id: string }, T["record"]>;
  readonly activity: Operation;
  /** Takes the id and values, or some of them. Without it, users can't add records. */
  readonly create?: Operation;
  /** Takes a fingerprint only if `impactFields` are set. */
  readonly update: Op<PreviewedPatch<T>, T["record"] | PendingApproval> | Op<RecordPatch<T>, T["record"]>;
  readonly previewUpdate?: Op<RecordPatch<T>, Impact>;
  readonly countByStatus?: Operation;
  readonly exportCsv?: Operation;
  readonly importTemplate?: Operation;
  readonly remove?: Operation;
}

/** A column by its field: options that differ from the default for the field's kind. */
type ColumnOptions<T extends RecordTypes, Key extends string> = Partial<
  Omit<Column<T["row"], T["sort"], KeyUnder<"filters", Key>, Key>, "id" | "edit">
> & { readonly edit?: { readonly field: keyof T["values"] & string } };

type OtherColumns<T extends RecordTypes, Key extends string> = string extends Key
  ? unknown
  : {
      readonly [Name in Exclude<KeyUnder<"columns", Key>, keyof T["row"]>]?: ColumnOptions<T, Key> & {
        readonly cell: Draw<T["row"], Key>;
      };
    };

/** A tab of the detail page. Its title is `tabs.<name>` of the feature's messages. */
export interface RecordTab<T extends RecordTypes> {
  /** Without it, the form is shown, of which `?tab=` says which part. Nothing typed is lost between such tabs. */
  readonly Panel?: ComponentType<{ readonly record: T["record"] }>;
  /**
   * Users without its permission don't see the tab. Loaded on demand, so that a list does not load another area's
   * contract.
   */
  readonly needs?: LateOperation<Operation>;
  readonly count?: (record: T["record"]) => number;
  /**
   * The input of the list in `needs` that finds its records, to count them. With the order of the panel's
   * `RelatedList`, the panel has its rows at once.
   */
  readonly related?: (record: T["record"]) => Readonly<Record<string, unknown>>;
}

/** The message keys of the area. */
export type KeysOf<T extends RecordTypes> = MessageKey<T["name"] & MessageNamespace>;
// biome-ignore format: as long as it reads
type ChoiceKey<Name extends string, Value> = Value extends string ? (string extends Value ? never : `${Name}.${Value}`) : never;
/** The messages that the screens of every record need. */
// biome-ignore format: a list
type RecordKey<T extends RecordTypes> = "title" | "new" | "things" | "searchLabel" | "created" | "empty.title" | "empty.text" | "views.all" | "tabs.details" | "tabs.history" | {
  [Name in keyof T["values"] & string]: `fields.${Name}` | ChoiceKey<Name, T["values"][Name]>;
}[keyof T["values"] & string];
type MissingKey<T extends RecordTypes> = Exclude<RecordKey<T>, KeysOf<T>>;

export interface ScreenOptions<T extends RecordTypes, Key extends string = string> {
  readonly path: `/${string}`;
  readonly nameOf: (record: T["row"], language: Language) => string;
  /** The short name in the breadcrumb, such as its code. By default the name. */
  readonly crumbOf?: (record: T["record"]) => string;
  readonly picture?: (record: T["row"], size: "small" | "large" | "page") => ReactNode;
  readonly badge?: Draw<T["row"], Key>;
  readonly facts?: (record: T["record"], context: CellContext<Key>) => readonly ReactNode[];
  /** Buttons next to the title: links, transitions. `onNote` shows a result above the record until the page is left. */
  readonly Actions?: ComponentType<{
    readonly record: T["record"];
    readonly onNote: (note: ReactNode) => void;
  }>;
  /** Why it has its status. `onFix` opens the form at a field. */
  readonly Note?: ComponentType<{
    readonly record: T["record"];
    readonly onFix: (name: keyof T["values"] & string) => void;
  }>;
  /** Fields that take a permission of their own. */
  readonly decisions?: Decisions;
  readonly tabs?: { readonly [Name in KeyUnder<"tabs", Key>]?: RecordTab<T> };
  /** The sections of the form, loaded in parallel with the page. */
  readonly form: () => Promise<{ readonly Form: ComponentType }>;
  readonly isReadOnly?: (record: T["record"]) => boolean;
  /** What a draft must have to be submitted: shown above its form, and loaded with it. */
  readonly requirements?: () => Promise<{ readonly requirements: Requirements<T["values"], T["record"]> }>;
  /** Fields whose impact on other areas is shown before saving. */
  readonly impactFields?: readonly (keyof T["values"])[];
  /**
   * Formats `custom` fields in the history and in conflicts; several texts become a list. `current` is the record, if
   * there is one.
   */
  readonly formats?: {
    readonly [Name in keyof T["values"]]?: (
      value: never,
      context: CellContext<Key>,
      current: T["record"] | undefined,
    ) => string | readonly string[];
  };
  /** Fields of a new record that a link may fill, by the names in the address: `?brand=`. */
  readonly prefilledBy?: { readonly [Name in keyof T["values"]]?: string };
  /** Values of a new record that depend on the day. */
  readonly initial?: () => Partial<T["values"]>;
  /** For a create that answers more than the record, such as a secret that is shown once, in place of the form. */
  readonly created?: {
    readonly recordOf: (answer: never) => T["record"];
    readonly noteOf: (answer: never) => ReactNode;
  };
  /** Further operations whose results an update makes stale. */
  readonly refreshes?: readonly Operation[];
  /** What a copy has in place of the original's values. Without it, `?copyOf=` copies them all. */
  readonly copied?: (original: T["record"], context: CellContext<Key>) => Partial<T["values"]>;
  /** By field; a column of something else has a cell of its own. */
  readonly columns: {
    readonly [Name in keyof T["row"] & KeyUnder<"columns", Key>]?: ColumnOptions<T, Key>;
  } & OtherColumns<T, Key>;
  readonly card: Card<T["row"], Key>;
  /** Names of choice fields, `status`, or other filters. */
  readonly filters: readonly (KeyUnder<"filters", Key> | Filter<string, Key>)[];
  /** Statuses, or views with filters of their own. */
  readonly views: readonly ((T["record"]["status"] & KeyUnder<"views", Key>) | View<Key>)[];
  readonly initialOrder: Order & { readonly sort: T["sort"] };
  readonly bulk?: Omit<BulkActions<Key>, "refreshes">;
  readonly rowLinks?: readonly RowLink<T["row"], Key>[];
  /** Further options of the list. */
  readonly list?: Partial<ListDefinition<T["row"], T["sort"]>>;
}

/** The screens of one kind of record: a list, a detail page, a create page and the form. */
export interface RecordScreens<T extends RecordTypes> extends ScreenOptions<T> {
  readonly record: RecordOperations<T>;
  readonly calls: RecordCalls<T>;
}

/** A missing message does not compile: `missing` names it. */
export const recordScreens = <T extends RecordTypes>(
  record: RecordOperations<T>,
  calls: RecordCalls<T>,
  options: ScreenOptions<T, KeysOf<T>> &
    ([MissingKey<T>] extends [never] ? unknown : { readonly missing: MissingKey<T> }),
): RecordScreens<T> => ({ ...(options as unknown as ScreenOptions<T>), record, calls });

type ReadCalls = Readonly<Record<"list" | "get" | "activity", Operation>> & { readonly countByStatus?: Operation };

/** All operations whose results a write makes stale. */
export const refreshesOf = ({ list, countByStatus, get, activity }: ReadCalls): Operation[] => [
  list,
  ...(countByStatus ? [countByStatus] : []),
  get,
  activity,
];
