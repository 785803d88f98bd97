import { type SQL, sql } from "drizzle-orm";
import type { Actor, Ctx } from "#api/context.ts";
import { usersTable } from "#features/session/api/tables.ts";
import { asksForSecondFactor, type HeldRights, rightsOf } from "#features/users/api/service/rights.ts";

/** The columns that tell what a person has to do before anything else; beside `rightsColumns`, in the same statement. */
export const dutyColumns = (now: SQL) => ({
  mustChangePassword: usersTable.mustChangePassword,
  // Looked up only for those who have none.
  lacksSecondFactor: sql<boolean>`not ${usersTable.hasSecondFactor} and ${asksForSecondFactor(usersTable.id, now)}`,
});

type ReadPerson = Pick<Actor, "userId" | "userNumber" | "userCategoryId" | "name" | "email" | "sessionId"> &
  HeldRights & { readonly mustChangePassword: boolean; readonly lacksSecondFactor: boolean };

/** A person as read, as the one who is calling. */
export function actorFrom(ctx: Ctx, person: ReadPerson): Actor {
  const { mustChangePassword, lacksSecondFactor, roles, grants, scopes, ...who } = person;
  const mustFirst = mustChangePassword ? "changePassword" : lacksSecondFactor ? "setUpSecondFactor" : null;
  return { ...who, ...rightsOf(ctx.catalogue, { roles, grants, scopes }), mustFirst, kind: "user", isViewingAs: false };
}
