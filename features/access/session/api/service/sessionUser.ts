import { and, eq } from "drizzle-orm";
import type { Operation } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import type { SessionUser } from "#features/access/session/contract.ts";
import { readShellChoices } from "#features/access/session/api/service/shortcuts.ts";
import { titlesOfRoles } from "#features/access/roles/api/service/titles.ts";
import { readViewedAs } from "#features/access/session/api/service/viewAs.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { readRights } from "#features/access/users/api/service/rights.ts";

/** The role with all permissions (spec 000 §6). */
export const administratorRole = "admin";

/** The signed-in user. */
export async function readSessionUser(ctx: Ctx): Promise<SessionUser> {
  const { userId, userNumber, userCategoryId, name, email, roles, permissions, mustFirst } = actorOf(ctx);
  const [titles, viewedAs, choices] = await Promise.all([
    titlesOfRoles(ctx, roles),
    readViewedAs(ctx),
    readShellChoices(ctx, { userId }),
  ]);
  return {
    userId,
    userNumber,
    userCategoryId,
    name,
    email,
    roles: titles,
    permissions: [...permissions.keys()],
    mustFirst,
    viewedAs,
    ...choices,
  };
}

export type MenuRow = {
  readonly sectionId: number;
  readonly sectionTitle: string;
  readonly sectionLink: string;
  readonly id: number;
  readonly title: string;
  readonly link: string;
};

/**
 * The menu entries whose operation a user may call. Without those that begin a change while viewing as another user.
 *
 * For the user of the session, identified by both of its numbers; an administrator may request another user's. Anything
 * else, and an unknown user, is refused alike with `not_found` (reliability, trap 7).
 */
export async function readMenu(
  ctx: Ctx,
  { userNumber, userCategoryId }: { userNumber: number; userCategoryId: number },
): Promise<MenuRow[]> {
  const actor = actorOf(ctx);
  const isOwn = userNumber === actor.userNumber && userCategoryId === actor.userCategoryId;
  if (!isOwn && !actor.roles.includes(administratorRole)) throw commonRefusals.not_found();
  const permissions = isOwn ? actor.permissions : await permissionsOfUser(ctx, userNumber, userCategoryId);
  const isOpen = ({ permission }: Operation) =>
    permission === "public" || permission === "session" || permissions.has(permission);
  const rows = ctx.catalogue.menu.flatMap((section) =>
    section.entries
      .filter(({ needs }) => isOpen(needs) && !(isOwn && actor.isViewingAs && needs.method !== "GET"))
      .map(({ id, title, link }) => ({
        sectionId: section.id,
        sectionTitle: section.title,
        sectionLink: section.link,
        id,
        title,
        link,
      })),
  );
  // Areas of one section are inserted in the order that their samples need; the numbers decide the order within it.
  const sectionIds = [...new Set(rows.map(({ sectionId }) => sectionId))];
  return sectionIds.flatMap((id) =>
    rows.filter(({ sectionId }) => sectionId === id).sort((one, other) => one.id - other.id),
  );
}

async function permissionsOfUser(ctx: Ctx, userNumber: number, userCategoryId: number) {
  const [found] = await ctx.db
    .select({ userId: usersTable.id })
    .from(usersTable)
    .where(and(eq(usersTable.number, userNumber), eq(usersTable.categoryId, userCategoryId)));
  if (found === undefined) throw commonRefusals.not_found();
  return (await readRights(ctx, found)).permissions;
}
