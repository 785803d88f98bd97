import { sql } from "drizzle-orm";
import type { HomeParts } from "#api/home.ts";
import { usersTable as table } from "#features/access/users/api/tables.ts";
import { users } from "#features/access/users/contract.ts";

/** A second person: changes that need approval can't be made without one. */
export const usersHome: HomeParts = {
  steps: [
    {
      name: "colleague",
      operation: users.invite,
      isDone: sql`exists (
        select from ${table} where ${table.status} in ('invited', 'pending', 'active') offset 1)`,
    },
  ],
};
