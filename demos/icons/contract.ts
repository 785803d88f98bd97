import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";

export const favouritesMax = 500;

/** Spec 001 §3. */
const Icon = z.object({
  order: z.int(),
  id: z.int(),
  name: z.string(),
  prevSize: z.int(),
  code: z.int(),
  ligatures: z.string(),
  tags: z.array(z.string()),
});
export type Icon = z.output<typeof Icon>;

const iconName = z.string().check(z.regex(/^[a-z0-9_]{1,60}$/));
/** An icon that users choose for something of another area, whose service checks its name (`requireIcon`). */
export const chosenIcon = fields.text({ min: 1, max: 60 });
const Favourites = z.object({ names: z.array(z.string()) });

/** The call of spec 001 §7, and favourites. Our screen has the catalogue in a file of its own. */
export const icons = {
  list: operation({
    method: "GET",
    path: "/api/icons",
    permission: "session",
    summary: "List the common icons; with `set=all` every icon of the font",
    input: z.object({ set: z.optional(z.string()) }),
    output: z.array(Icon),
  }),
  favourites: operation({
    method: "GET",
    path: "/api/icons/x/favourites",
    permission: "session",
    summary: "List the names of your favourite icons",
    input: z.object({}),
    reads: [{ resource: "iconFavourites" }],
    output: Favourites,
  }),
  setFavourite: operation({
    method: "POST",
    path: "/api/icons/x/favourites",
    permission: "session",
    summary: "Add an icon to your favourites, or remove it; again changes nothing",
    input: z.strictObject({ name: iconName, isFavourite: z.boolean() }),
    output: Favourites,
  }),
};

export const iconsMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  link: "/apps/todo",
  entries: [{ id: 911, title: "Icons", link: "/pages/icons", needs: icons.list }],
};
