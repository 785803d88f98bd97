import * as z from "zod/mini";
import { Changes } from "#base/activity.ts";
import { PendingApproval } from "#base/approvals.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";

/** The lifecycle of a request. `pending` is open; all others are final. */
export const approvalStates = [
  "pending",
  "approved",
  "changes_requested",
  "rejected",
  "withdrawn",
  "stale",
  "expired",
] as const;
export const ApprovalState = z.enum(approvalStates);
export type ApprovalState = z.output<typeof ApprovalState>;

export const decisions = ["approve", "ask_changes", "reject"] as const;
export type Decision = (typeof decisions)[number];

/** `possible`: as soon as another user could approve. */
export const approvalRuleNames = ["possible", "always", "never"] as const;

export const approvalBoxes = ["waiting", "mine", "everything"] as const;
export type ApprovalBox = (typeof approvalBoxes)[number];

export const approvalLimits = { commentMax: 2000 } as const;

const row = {
  id: z.string(),
  /** The requested operation: `roles.update`. */
  action: z.string(),
  resource: z.string(),
  resourceId: z.string(),
  /** The record's name at the time of the request. */
  title: z.string(),
  state: ApprovalState,
  requestedByName: z.string(),
  decidedByName: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** Pending, and the caller may decide. */
  isMyTurn: z.boolean(),
  isMine: z.boolean(),
  version: z.int(),
};
export const ApprovalRow = z.object(row);
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const ApprovalComment = z.object({ id: z.string(), at: z.string(), byName: z.string(), text: z.string() });

export const Approval = z.object({
  ...row,
  changes: Changes,
  impact: z.array(z.object({ code: z.string(), count: z.int() })),
  /** The reason of the decision. */
  comment: z.nullable(z.string()),
  comments: z.array(ApprovalComment),
  /** The record has changed since: approval would make the request stale. */
  isOutdated: z.boolean(),
  /**
   * From then on the requester may apply it, unless another approver objects, because no other user could make the
   * change. Null if others can decide.
   */
  aloneAfter: z.nullable(z.string()),
  /** What the caller may decide. */
  decisions: z.array(z.enum(decisions)),
  /** Until then the caller can't approve it: their account or the requester's has just been changed. */
  pausedUntil: z.nullable(z.string()),
});
export type Approval = z.output<typeof Approval>;

/** `link`: a secret link that the change created, returned only once to the approver. */
export const DecisionResult = z.extend(Approval, { link: z.nullable(z.string()) });
export type DecisionResult = z.output<typeof DecisionResult>;

export const ApprovalRule = z.object({
  action: z.string(),
  rule: z.enum(approvalRuleNames),
  /** Whether the rule currently requires approval for the caller. */
  isNeeded: z.boolean(),
  version: z.int(),
});
export type ApprovalRule = z.output<typeof ApprovalRule>;

const { own_request, not_your_turn, approvals_paused, not_yours, already_decided, requester_lost_rights } =
  approvalRefusals;
const { not_found } = commonRefusals;

const commentText = () => fields.text({ min: 1, max: approvalLimits.commentMax, multiline: true });
const versioned = { id: fields.id(), version: fields.version() };

export const approvals = {
  list: operation({
    method: "GET",
    path: "/api/v1/approvals",
    reads: [{ resource: "approvals" }],
    permission: "approvals.read",
    summary: "List approval requests that the caller can see",
    input: listInput(["createdAt", "updatedAt"], {
      /** `waiting`: those that the caller may decide now; the default without a box or a state. */
      box: anyOf(z.enum(approvalBoxes)),
      state: anyOf(ApprovalState),
      action: anyOf(z.string().check(z.maxLength(100))),
    }),
    output: page(ApprovalRow),
  }),
  countWaiting: operation({
    method: "GET",
    path: "/api/v1/approvals/waiting",
    reads: [{ resource: "approvals" }],
    permission: "approvals.read",
    summary: "Count the requests that wait for the caller, up to 100",
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
  }),
  rules: operation({
    method: "GET",
    path: "/api/v1/approvals/rules",
    reads: [{ resource: "approvalRules" }],
    permission: "approvals.read",
    summary: "List approval rules",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(ApprovalRule) }),
  }),
  changeRule: operation({
    method: "PATCH",
    path: "/api/v1/approvals/rules/{action}",
    permission: "approvals.manage",
    summary: "Update an approval rule. This needs approval too",
    input: z.strictObject({
      action: z.string().check(z.maxLength(100)),
      version: fields.version(),
      rule: z.enum(approvalRuleNames),
    }),
    output: z.union([ApprovalRule, PendingApproval]),
    versioned: true,
    isDangerous: true,
    refusals: [not_found],
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/approvals/{id}",
    reads: [{ resource: "approvals", id: "id" }],
    permission: "approvals.read",
    summary: "Get an approval request and its proposed changes",
    input: z.strictObject({ id: fields.id() }),
    output: Approval,
    refusals: [not_found],
  }),
  decide: operation({
    method: "POST",
    path: "/api/v1/approvals/{id}/decision",
    permission: "approvals.decide",
    summary:
      "Approve a request and apply its change, request changes, or reject it. A request whose record has changed becomes stale",
    input: z.strictObject({
      ...versioned,
      decision: z.enum(decisions),
      /** Required unless it is approved. */
      comment: z.optional(fields.text({ max: approvalLimits.commentMax, multiline: true })),
    }),
    output: DecisionResult,
    versioned: true,
    isDangerous: true,
    refusals: [not_found, own_request, not_your_turn, approvals_paused, already_decided, requester_lost_rights],
  }),
  withdraw: operation({
    method: "POST",
    path: "/api/v1/approvals/{id}/withdraw",
    permission: "approvals.read",
    summary: "Cancel your own request",
    input: z.strictObject(versioned),
    output: Approval,
    versioned: true,
    refusals: [not_found, not_yours, already_decided],
  }),
  comment: operation({
    method: "POST",
    path: "/api/v1/approvals/{id}/comments",
    permission: "approvals.read",
    summary: "Comment on a request (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: fields.id(), commentId: fields.id(), text: commentText() }),
    output: Approval,
    refusals: [not_found],
  }),
};

export const approvalsMenu: MenuSection = {
  id: 2,
  title: "Permissions",
  icon: "permissions",
  link: "/apps/role/roles",
  entries: [{ id: 25, title: "Approvals", link: "/apps/approval/approvals", needs: approvals.list }],
};
