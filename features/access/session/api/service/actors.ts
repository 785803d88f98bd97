import { type SQL, sql } from "drizzle-orm";
import type { Actor, Ctx } from "#api/context.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import {
  asksForSecondFactor,
  type HeldRights,
  rightsColumns,
  rightsOf,
} from "#features/access/users/api/service/rights.ts";

/** The columns of a user for `actorFrom`: the account, the rights, and any action required before all others. */
export const actorColumns = (now: SQL) => ({
  userId: usersTable.id,
  userNumber: usersTable.number,
  userCategoryId: usersTable.categoryId,
  name: usersTable.name,
  email: usersTable.email,
  mustChangePassword: usersTable.mustChangePassword,
  // Looked up only for those who have none.
  lacksSecondFactor: sql<boolean>`not ${usersTable.hasSecondFactor} and ${asksForSecondFactor(usersTable.id, now)}`,
  ...rightsColumns(usersTable.id, now),
});

type ReadPerson = Pick<Actor, "userId" | "userNumber" | "userCategoryId" | "name" | "email" | "sessionId"> &
  HeldRights & { readonly mustChangePassword: boolean; readonly lacksSecondFactor: boolean };

/** A person as read, as the one who is calling. */
export function actorFrom(ctx: Ctx, person: ReadPerson): Actor {
  const { mustChangePassword, lacksSecondFactor } = person;
  // Field by field, as it is made at every request: “all but these” takes many times as long.
  return {
    kind: "user",
    userId: person.userId,
    userNumber: person.userNumber,
    userCategoryId: person.userCategoryId,
    name: person.name,
    email: person.email,
    sessionId: person.sessionId,
    ...rightsOf(ctx.catalogue, person),
    mustFirst: mustChangePassword ? "changePassword" : lacksSecondFactor ? "setUpSecondFactor" : null,
    isViewingAs: false,
  };
}
