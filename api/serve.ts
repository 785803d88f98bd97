import type { Input, MenuSection, Operation, Output } from "#base/contract.ts";
import type { Decisions } from "#base/decisions.ts";
import type { Approvable } from "#api/approvals.ts";
import type { BulkService } from "#api/bulkBatches.ts";
import type { SealedColumn } from "#api/cipherKey.ts";
import type { Ctx, EventHandler, Notifier, PersonalRecords } from "#api/context.ts";
import type { FileAnswer, FilePurpose } from "#api/files.ts";
import type { HomeParts } from "#api/home.ts";
import type { Importer } from "#api/importer.ts";
import type { JobHandler } from "#api/jobs.ts";
import type { LiveResource } from "#api/live/resource.ts";
import type { RunSource } from "#api/runSource.ts";
import type { Searchable } from "#api/searchable.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import type { TableFile } from "#api/tableFile.ts";

export type Handler<Op extends Operation> = (ctx: Ctx, input: Input<Op>) => Promise<Answer<Op>>;
/**
 * A table is streamed as CSV or XLSX, a file is answered with its bytes; everything else is the operation's output.
 */
type Answer<Op extends Operation> = Op extends { reply: "csv" }
  ? TableFile
  : Op extends { reply: "file" }
    ? FileAnswer
    : Op extends { reply: "record" }
      ? RecordAnswer<Output<Op>>
      : Op extends { reply: "events" }
        ? ReadableStream<Uint8Array>
        : Output<Op>;
/** `version` is null if the record does not exist. */
export type RecordAnswer<Body> = { readonly body: Body; readonly version: number | null };

export type Route = {
  readonly operation: Operation;
  readonly handle: (ctx: Ctx, input: never) => Promise<unknown>;
  /**
   * The fallback route at this path, for callers who lack this permission and have the fallback's
   * (docs/decisions/0034).
   */
  readonly standIn?: Route;
};

/** What a feature adds to the API. Listed in `features/api.ts` or `demos/api.ts`. */
export type Feature = {
  readonly routes: readonly Route[];
  readonly menu?: readonly MenuSection[];
  /** The resources whose rows a grant may limit. */
  readonly scopedRows?: readonly ScopePolicy[];
  /** Fields and transitions of its records that need a permission of their own. */
  readonly decisions?: readonly Decisions[];
  readonly importers?: readonly Importer[];
  /** Its bulk actions that may run over any number of records, in batches. */
  readonly bulk?: readonly BulkService[];
  /** The records that the command palette finds. */
  readonly searchable?: readonly Searchable[];
  /** The purposes of the files that its records show. */
  readonly filePurposes?: readonly FilePurpose[];
  /** The records whose changes the event stream reports. */
  readonly live?: readonly LiveResource[];
  /** Changes that a second person approves. */
  readonly approvals?: readonly Approvable[];
  readonly jobs?: readonly JobHandler[];
  /** What it does in the background, for the page of jobs. */
  readonly runs?: RunSource;
  /** What the home screen shows of it. */
  readonly home?: HomeParts;
  /** Its encrypted columns, so that a start can check whether its key is the right one. */
  readonly sealed?: readonly SealedColumn[];
  /** Its handlers of events in other areas, run in the transaction of the event. */
  readonly eventHandlers?: readonly EventHandler[];
  /** Notifies users of changes in all areas. */
  readonly notifier?: Notifier;
  /** What it stores about users who sign in. */
  readonly personal?: readonly PersonalRecords[];
  /** Sample rows for a new database. Runs once, in one transaction with the others. */
  readonly seed?: (ctx: Ctx) => Promise<void>;
  /**
   * Sample rows with encrypted values, after those of `seed`. The browser host writes them at the first visit, because
   * the build of its sample database has no key.
   */
  readonly seedEncrypted?: (ctx: Ctx) => Promise<void>;
};

/** Binds every operation of a contract to its service function. A missing or mistyped one does not compile. */
export function serve<Contract extends Readonly<Record<string, Operation>>>(
  contract: Contract,
  handlers: { readonly [Name in keyof Contract]: Handler<Contract[Name]> },
): Route[] {
  return Object.keys(contract).map((name) => ({
    operation: contract[name]!,
    handle: handlers[name]! as unknown as Route["handle"],
  }));
}
