import { type HomeParts, queueRows } from "#api/home.ts";
import { listApprovals } from "#features/access/approvals/api/service/lists.ts";
import type { Approvables } from "#features/access/approvals/api/service/records.ts";
import { approvals } from "#features/access/approvals/contract.ts";

/** Changes by others that this user may approve, the oldest first. */
export const approvalsHome = (approvables: Approvables): HomeParts => ({
  queues: [
    {
      name: "approvals",
      operation: approvals.list,
      read: async (ctx) => {
        const { total, rows } = await listApprovals(ctx, approvables, {
          box: ["waiting"],
          sort: "createdAt",
          direction: "asc",
          limit: 25,
          count: "capped",
        });
        return {
          total: total!,
          rows: rows.slice(0, queueRows).map(({ id, resource, title, action, requestedByName, createdAt }) => ({
            id,
            title,
            code: null,
            by: requestedByName,
            change: { action, resource },
            at: createdAt,
            daysLeft: null,
          })),
        };
      },
    },
  ],
});
