import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import type { Ctx, Db } from "#api/context.ts";

/** The part of a context that a read needs. */
export const ctxOver = (db: Db) => ({ db, now: "2026-11-20T09:00:00.000Z", actor: null }) as unknown as Ctx;

/** A context that records its statements, and a function that returns PostgreSQL's plans for them. */
export function explaining(db: Db) {
  const { $client } = db as Db & { $client: Pool };
  const statements: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) };
  const explain = async ({ query, params }: (typeof statements)[number]) => {
    const client = await $client.connect();
    try {
      // Ten rows are read and sorted faster without any index: the question is whether one could be used.
      await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
      await client.query("set local enable_sort = off; set local enable_incremental_sort = off");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${query}`, params);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    } finally {
      await client.query("rollback");
      client.release();
    }
  };
  return { ctx: ctxOver(drizzle($client, { logger })), statements, explain };
}
