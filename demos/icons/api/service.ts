import { eq, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, type PersonalRecords } from "#api/context.ts";
import { favouritesTable as table } from "#demos/icons/api/tables.ts";
import { favouritesMax, type Icon } from "#demos/icons/contract.ts";

/** The last 1,013 icons of the catalogue, or all (demo-apps D-13). */
export async function listIcons(_: Ctx, { set }: { set?: string | undefined }): Promise<Icon[]> {
  // Read once per process, when the first list is asked for.
  const { allIcons, commonCount, idOf, orderOf, spec } = await import("#demos/icons/rules.ts");
  const all = allIcons.map(({ name, code, tags }, place) => ({
    order: orderOf(place),
    id: idOf(place),
    name,
    prevSize: spec.prevSize,
    code,
    ligatures: name,
    tags: [...tags],
  }));
  return set === "all" ? all : all.slice(-commonCount);
}

/** Refuses with `invalid_input` an icon that the catalogue doesn't have. None, null, is always allowed. */
export async function requireIcon(icon: string | null | undefined): Promise<void> {
  if (icon === null || icon === undefined) return;
  const { glyphsByName } = await import("#demos/icons/rules/glyphs.ts");
  if (glyphsByName.has(icon)) return;
  const message = "Send the name of an icon of the catalogue (GET /api/icons?set=all).";
  throw commonRefusals.invalid_input({}, [{ path: "icon", code: "icon_unknown", message }]);
}

export async function readFavourites(ctx: Ctx): Promise<{ names: string[] }> {
  const [row] = await ctx.db.select({ names: table.names }).from(table).where(isMine(ctx));
  return { names: row?.names ?? [] };
}

/** One statement that adds a name once, or removes it. Above the limit the oldest favourite gives way. */
export async function setFavourite(ctx: Ctx, { name, isFavourite }: { name: string; isFavourite: boolean }) {
  const others = sql`array_remove(${table.names}, ${name})`;
  const names = isFavourite
    ? sql`(${others} || ${name}::text)[greatest(1, cardinality(${others}) + 2 - ${favouritesMax}):]`
    : others;
  const [row] = await ctx.db
    .insert(table)
    .values({ ownerId: actorOf(ctx).userId, names: isFavourite ? [name] : [], updatedAt: ctx.now })
    .onConflictDoUpdate({ target: table.ownerId, set: { names, updatedAt: ctx.now } })
    .returning({ names: table.names });
  return { names: row!.names };
}

const isMine = (ctx: Ctx) => eq(table.ownerId, actorOf(ctx).userId);

/** Favourites are their owner's alone, so nothing of them stays. */
export const favouriteRecords: PersonalRecords = {
  name: "iconFavourites",
  read: async (ctx, { userId }) => {
    const [row] = await ctx.db.select({ names: table.names }).from(table).where(eq(table.ownerId, userId));
    return row?.names ?? null;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(table).where(eq(table.ownerId, userId));
  },
};
