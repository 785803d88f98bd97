import * as z from "zod/mini";
import { Changes, RecordNames } from "#base/activity.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";

const shown = {
  /** Increases with time. Text, like every id of a list. */
  id: z.string(),
  at: fields.instant(),
  actorType: z.enum(["user", "apiKey", "system"]),
  /** Null if it was not a user. */
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  action: z.string(),
  resource: z.string(),
  /** `*` for many at once, such as an export. */
  resourceId: z.string(),
  /** The record's current name; null if it is gone, or the reader may not see it. */
  resourceTitle: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  address: z.string(),
  requestId: z.string(),
  userAgent: z.string(),
};

/** An entry of the log, as in its list. */
export const AuditRow = z.object({
  ...shown,
  changedFields: z.array(z.string()),
  /** For refusals and reads: the call, `GET /api/v1/brands/{id}`. */
  operation: z.nullable(z.string()),
});
export type AuditRow = z.output<typeof AuditRow>;

export const AuditEntry = z.object({
  ...shown,
  /** The user or role that the actor viewed as. */
  onBehalfOf: z.nullable(z.object({ kind: z.enum(["user", "role"]), id: z.string(), name: z.nullable(z.string()) })),
  approvalId: z.nullable(z.string()),
  changes: Changes,
  /** Of records that the changes refer to, by id. */
  names: RecordNames,
  /** The seal that contains it; null in its first minute or two. */
  seal: z.nullable(z.object({ number: z.int(), sealedAt: fields.instant() })),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditSorts = ["at"] as const;

const word = () => fields.text({ min: 1, max: 100 });
const entryId = () => z.string().check(z.regex(/^\d{1,15}$/));
const filters = {
  ids: anyOf(entryId()),
  actorId: anyOf(fields.id()),
  resource: anyOf(word()),
  action: anyOf(word()),
  /** First and last day, in UTC, both included. */
  from: z.optional(fields.date()),
  to: z.optional(fields.date()),
  requestId: z.optional(word()),
  resourceId: z.optional(word()),
};

/** In the file `changes` is JSON: all values before and after. */
export const auditExportColumns = [
  "id",
  "at",
  "actorType",
  "actorId",
  "actorName",
  "onBehalfOfType",
  "onBehalfOf",
  "action",
  "resource",
  "resourceId",
  "changes",
  "reason",
  "address",
  "requestId",
  "userAgent",
  "approvalId",
] as const;
export type AuditExportColumn = (typeof auditExportColumns)[number];

const termKinds = ["actor", "action", "resource"] as const;
export type TermKind = (typeof termKinds)[number];

/** The first error in the chain. A changed seal proves none of its entries. */
export const chainFaults = ["entry_changed", "entry_removed", "entry_added", "seal_changed", "seal_removed"] as const;
export type ChainFault = (typeof chainFaults)[number];

export const Verification = z.object({
  /** What this call checked. */
  seals: z.int(),
  entries: z.int(),
  /** The seal to continue after; null if nothing is left to check, or after an error. */
  next: z.nullable(z.int()),
  fault: z.nullable(
    z.object({
      kind: z.enum(chainFaults),
      /** The first invalid entry; null if a seal is invalid. */
      entryId: z.nullable(z.string()),
      seal: z.int(),
    }),
  ),
  /** The last seal. With a copy of its hash elsewhere, a cut-off end can be detected. */
  head: z.nullable(z.object({ number: z.int(), hash: z.string(), lastId: z.string(), sealedAt: fields.instant() })),
  /** Number of entries that are too recent to be sealed, up to 10,000. */
  unsealed: z.int(),
});
export type Verification = z.output<typeof Verification>;

export const audit = {
  list: operation({
    method: "GET",
    path: "/api/v1/audit/entries",
    permission: "audit.read",
    summary: "List audit log entries",
    input: listInput(auditSorts, filters),
    output: page(AuditRow),
  }),
  terms: operation({
    method: "GET",
    path: "/api/v1/audit/terms",
    permission: "audit.read",
    summary: "List the filter values of the audit log: users, actions, resources",
    input: z.strictObject({}),
    output: z.object({
      actors: z.array(z.object({ id: z.string(), name: z.string() })),
      actions: z.array(z.string()),
      resources: z.array(z.string()),
    }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/audit/entries/export.csv",
    permission: "audit.export",
    summary: "Export the listed audit log entries as CSV",
    input: listInput(auditSorts, { ...filters, columns: anyOf(z.enum(auditExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/audit/entries/{id}",
    permission: "audit.read",
    summary: "Get an audit log entry with values before and after",
    input: z.strictObject({ id: entryId() }),
    output: AuditEntry,
    refusals: [commonRefusals.not_found],
  }),
  verify: operation({
    method: "POST",
    path: "/api/v1/audit/verification",
    permission: "audit.verify",
    summary: "Verify a part of the hash chain and name the first broken entry. Continue with `next`",
    input: z.strictObject({ after: z._default(z.int().check(z.minimum(0)), 0) }),
    output: Verification,
  }),
};

/** A menu entry in the section of the roles. */
export const auditMenu: MenuSection = {
  id: 2,
  title: "Permissions",
  icon: "permissions",
  link: "/apps/role/roles",
  entries: [{ id: 29, title: "Audit log", link: "/apps/audit/entries", needs: audit.list }],
};
