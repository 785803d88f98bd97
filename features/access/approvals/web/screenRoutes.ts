import { approvals } from "#features/access/approvals/contract.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

export const approvalRoutes = {
  "/apps/approval/approvals": {
    needs: approvals.list,
    load: () =>
      withListMessages(
        import("#features/access/approvals/web/ApprovalListScreen.tsx").then((module) => module.ApprovalListScreen),
      ),
  },
  "/apps/approval/approvals/rules": {
    needs: approvals.rules,
    load: () => import("#features/access/approvals/web/RulesScreen.tsx").then((module) => module.RulesScreen),
  },
  "/apps/approval/approvals/$approvalId": {
    needs: approvals.get,
    load: () =>
      withRecordMessages(
        import("#features/access/approvals/web/ApprovalScreen.tsx").then((module) => module.ApprovalScreen),
      ),
  },
} satisfies Record<string, LazyRoute>;
