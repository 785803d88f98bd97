import { eq } from "drizzle-orm";
import { pathOfMenuItem } from "#base/menuItems.ts";
import type { Ctx } from "#api/context.ts";
import type { SessionUser } from "#features/access/session/contract.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** A user's settings of the shell: the picture, the settings, and the starred pages, null until the user has changed them. */
export async function readShellChoices(
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<Pick<SessionUser, "photoUrl" | "settings" | "shortcuts">> {
  const { photoUrl, settings, shortcuts } = usersTable;
  const [found] = await ctx.db
    .select({ photoUrl, settings, shortcuts })
    .from(usersTable)
    .where(eq(usersTable.id, userId));
  const entries = ctx.catalogue.menu.flatMap((section) => section.entries);
  const starred = found?.shortcuts?.map((one) => {
    if (typeof one !== "string") return one;
    const path = pathOfMenuItem(one);
    return { path, title: entries.find(({ link }) => link === path)?.title ?? one };
  });
  return { photoUrl: found?.photoUrl ?? "", settings: found?.settings ?? {}, shortcuts: starred ?? null };
}
