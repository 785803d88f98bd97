import { audit } from "#features/access/audit/contract.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

export const auditRoutes = {
  "/apps/audit/entries": {
    needs: audit.list,
    load: () =>
      withListMessages(
        import("#features/access/audit/web/AuditListScreen.tsx").then((module) => module.AuditListScreen),
      ),
  },
  "/apps/audit/entries/$entryId": {
    needs: audit.get,
    load: () =>
      withRecordMessages(
        import("#features/access/audit/web/AuditEntryScreen.tsx").then((module) => module.AuditEntryScreen),
      ),
  },
} satisfies Record<string, LazyRoute>;
