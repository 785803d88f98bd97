import { sql } from "drizzle-orm";
import type { HomeParts } from "#api/home.ts";
import { assignmentsTable as table } from "#features/retail/assignments/api/tables.ts";
import { assignments } from "#features/retail/assignments/contract.ts";

/** No figure: there is no list of the assignments of all retailers that it could link to. */
export const assignmentsHome: HomeParts = {
  steps: [
    {
      name: "assignment",
      operation: assignments.apply,
      isDone: sql`exists (select from ${table} where ${table.endedAt} is null)`,
    },
  ],
};
