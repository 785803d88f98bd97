import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Operation } from "#base/contract.ts";
import type { FileRule } from "#base/files.ts";
import type { Ctx } from "#api/context.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/**
 * The files of one purpose: who may upload them, and which records own them. Declared by the feature whose records show
 * them.
 */
export type FilePurpose = {
  /** Declared in the contract. */
  readonly rule: FileRule;
  /** Callers of any of these operations may upload such a file. */
  readonly upload: readonly Operation[];
  /**
   * Callers of any of these operations may see such a file, within the rows that the permission reaches: checked in the
   * statement that reads the file.
   */
  readonly read: readonly Operation[];
  /** In place of the operations of `read`: the files that the caller may see, where no permission says it. */
  readonly isReadable?: (ctx: Ctx, file: { readonly id: PgColumn; readonly resourceId: PgColumn }) => SQL;
  /** Contains personal data, such as a passport: each view is audited (domain 1.14). */
  readonly readsPersonalData?: true;
  /** The records that own such files; their resource is the file's. */
  readonly owners: ScopePolicy;
};

/** A file as an operation with `reply: "file"` answers it. */
export type FileAnswer = {
  /** The name given by the uploader; encoded when it is sent in a header. */
  readonly fileName: string;
  readonly mediaType: string;
  /** `inline` only for files that can't run anything: re-encoded pictures. */
  readonly disposition: "inline" | "attachment";
  /** The ETag of the content, without quotes. A caller who already has it gets 304, and the file is not read. */
  readonly tag: string;
  /** Facts about the file for machines, by the names of the headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers null if the store does not have the file, which is a fault. */
  readonly read: () => Promise<Uint8Array | FileChunks | null>;
};

/** A file that is sent as it is read. A missing chunk breaks the response off. */
export type FileChunks = { readonly byteCount: number; readonly chunks: AsyncGenerator<Uint8Array> };
