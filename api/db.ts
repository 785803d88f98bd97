import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** A connection, a pool of them, or an open transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;
