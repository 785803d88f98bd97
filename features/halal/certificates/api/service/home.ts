import { or, sql } from "drizzle-orm";
import { type HomeParts, queueRows } from "#api/home.ts";
import { isEffectively, listCertificates } from "#features/halal/certificates/api/service/lists.ts";
import { certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { readQueue } from "#features/halal/certificates/review/api/queue.ts";

export const certificatesHome: HomeParts = {
  figures: [
    {
      name: "validCertificates",
      operation: certificates.list,
      rows: certificateRows,
      where: ({ now }) => or(isEffectively("valid", now), isEffectively("expiring", now))!,
      // By what the certificates say of themselves today, as for products (products/api/service/halalConditions.ts).
      history: (at) => sql`(
        ${table.verifiedAt} < ${at}::timestamptz and ${table.startsAt} < ${at}::timestamptz
        and coalesce(${table.endsAt} >= ${at}::timestamptz, true)
        and (${table.state} in ('verified', 'superseded') or ${table.stateChangedAt} >= ${at}::timestamptz))`,
    },
  ],
  queues: [
    {
      name: "reviews",
      operation: certificates.readQueue,
      read: async (ctx) => {
        const { mine, nobodys } = await readQueue(ctx);
        const waiting = [...mine, ...nobodys];
        return {
          total: { count: waiting.length, isCapped: false },
          rows: waiting.slice(0, queueRows).map(({ id, holderName, code, body, submittedAt }) => ({
            id,
            title: holderName,
            code,
            by: body,
            change: null,
            at: submittedAt,
            daysLeft: null,
          })),
        };
      },
    },
    {
      name: "expiring",
      operation: certificates.list,
      read: async (ctx) => {
        const { total, rows } = await listCertificates(ctx, {
          expiringWithin: ["90"],
          sort: "endsAt",
          direction: "asc",
          limit: 25,
          count: "capped",
        });
        return {
          total: total!,
          rows: rows.slice(0, queueRows).map(({ id, holderName, code, body, daysLeft }) => ({
            id,
            title: holderName,
            code,
            by: body.acronym,
            change: null,
            at: null,
            daysLeft,
          })),
        };
      },
    },
  ],
  steps: [
    {
      name: "certificate",
      operation: certificates.create,
      isDone: sql`exists (select from ${table} where ${table.state} not in ('rejected', 'withdrawn'))`,
    },
  ],
};
