import { type Feature, serve } from "#api/serve.ts";
import { addComment, decide, withdraw } from "#features/access/approvals/api/service/decisions.ts";
import { expireRequests, expiryEveryMs, expiryKind } from "#features/access/approvals/api/service/expiry.ts";
import {
  emailJobKind,
  noticeKind,
  sendApprovalEmail,
  sendNotice,
} from "#features/access/approvals/api/service/emails.ts";
import { approvalsHome } from "#features/access/approvals/api/service/home.ts";
import { countWaiting, listApprovals } from "#features/access/approvals/api/service/lists.ts";
import { approvalRecords } from "#features/access/approvals/api/service/personalRecords.ts";
import { approvalRows, type Approvables, getApproval } from "#features/access/approvals/api/service/records.ts";
import { changeRule, listRules, ruleChange } from "#features/access/approvals/api/service/ruleChanges.ts";
import { approvals, approvalsMenu } from "#features/access/approvals/contract.ts";
import { ruleResource } from "#features/access/approvals/rules.ts";

/** Requests for changes in other areas that need approval by a second user. */
export function approvalsFeature(others: Approvables): Feature {
  const all = [...others, ruleChange];
  return {
    routes: serve(approvals, {
      list: (ctx, input) => listApprovals(ctx, all, input),
      countWaiting: (ctx) => countWaiting(ctx, all),
      rules: (ctx) => listRules(ctx, all),
      changeRule: (ctx, input) => changeRule(ctx, all, input),
      get: (ctx, input) => getApproval(ctx, all, input),
      decide: (ctx, input) => decide(ctx, all, input),
      withdraw: (ctx, input) => withdraw(ctx, all, input),
      comment: (ctx, input) => addComment(ctx, all, input),
    }),
    menu: [approvalsMenu],
    scopedRows: [approvalRows],
    live: [
      { resource: "approvals", read: approvals.get, rows: approvalRows },
      { resource: ruleResource, read: approvals.rules },
    ],
    personal: [approvalRecords],
    approvals: [ruleChange],
    home: approvalsHome(all),
    jobs: [
      { kind: emailJobKind, lane: "notices", run: sendApprovalEmail },
      { kind: noticeKind, lane: "notices", run: sendNotice },
      { kind: expiryKind, lane: "recurring", run: expireRequests, everyMs: expiryEveryMs },
    ],
  };
}
