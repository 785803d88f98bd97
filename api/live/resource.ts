import type { Operation } from "#base/contract.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/** Records whose changes the event stream reports. Listed in `Feature.live`. */
export type LiveResource = {
  /** The name in audit entries: `brands`. */
  readonly resource: string;
  /** An operation that reads the records: users who may call it are notified of changes. */
  readonly read: Pick<Operation, "permission">;
  /** How the rows are limited by scope. Without it, callers with a limited grant receive nothing. */
  readonly rows?: ScopePolicy;
  /** Fields of its audit entries whose change may take a record out of a user’s scope. */
  readonly scopeFields?: readonly string[];
  /** Its changes may change what users may do, so their rights are read again before anything else is sent. */
  readonly isAboutRights?: true;
};
