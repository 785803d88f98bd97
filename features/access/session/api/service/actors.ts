import { type SQL, sql } from "drizzle-orm";
import type { Actor, Ctx } from "#api/context.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import {
  asksForSecondFactor,
  type HeldRights,
  rightsColumns,
  rightsOf,
} from "#features/access/users/api/service/rights.ts";

/** The columns of a user for `actorFrom`: the account, the permissions, and any action required before all others. */
export const actorColumns = (now: SQL) => ({
  userId: usersTable.id,
  userNumber: usersTable.number,
  userCategoryId: usersTable.categoryId,
  name: usersTable.name,
  email: usersTable.email,
  mustChangePassword: usersTable.mustChangePassword,
  // Looked up only for users without one.
  lacksSecondFactor: sql<boolean>`not ${usersTable.hasSecondFactor} and ${asksForSecondFactor(usersTable.id, now)}`,
  ...rightsColumns(usersTable.id, now),
});

type ReadActorRow = Pick<Actor, "userId" | "userNumber" | "userCategoryId" | "name" | "email" | "sessionId"> &
  HeldRights & { readonly mustChangePassword: boolean; readonly lacksSecondFactor: boolean };

/** The actor for a user row. */
export function actorFrom(ctx: Ctx, user: ReadActorRow): Actor {
  const { mustChangePassword, lacksSecondFactor } = user;
  // Field by field, because this runs on every request and object rest takes many times as long.
  return {
    kind: "user",
    userId: user.userId,
    userNumber: user.userNumber,
    userCategoryId: user.userCategoryId,
    name: user.name,
    email: user.email,
    sessionId: user.sessionId,
    ...rightsOf(ctx.catalogue, user),
    mustFirst: mustChangePassword ? "changePassword" : lacksSecondFactor ? "setUpSecondFactor" : null,
    isViewingAs: false,
  };
}
