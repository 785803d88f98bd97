import type { Operation } from "#base/contract.ts";
import type { FileRule } from "#base/files.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/** What files of one purpose are: who may send them, and whose they are. Brought by the feature whose records show them. */
export type FilePurpose = {
  /** As the contract declares it. */
  readonly rule: FileRule;
  /** Whoever may call one of these may send such a file. */
  readonly upload: readonly Operation[];
  /**
   * Whoever may call one of these may see such a file, within the rows that the permission reaches: asked in the
   * statement that reads the file.
   */
  readonly read: readonly Operation[];
  /** Tells of a person what not everybody knows, such as a passport: who looked is on record (domain 1.14). */
  readonly readsPersonalData?: true;
  /** The rows that such a file belongs to; its resource is the file's. */
  readonly owners: ScopePolicy;
};

/** A file as an operation with `reply: "file"` answers it. */
export type FileAnswer = {
  /** As its sender called it; it travels in a header, encoded. */
  readonly fileName: string;
  readonly mediaType: string;
  /** `inline` only for what cannot do anything: pictures that were made anew. */
  readonly disposition: "inline" | "attachment";
  /** Of these very bytes, quotes left out. A caller who has them is answered 304, and they are not read. */
  readonly tag: string;
  /** Answers null when the store does not have them, which is a fault of ours. */
  readonly read: () => Promise<Uint8Array | null>;
};
