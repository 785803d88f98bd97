import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

const densities = ["compact", "normal", "touch"] as const;
const audiences = ["me", "role", "everyone"] as const;

/** The most views that a user saves of a list, and lists that a user has preferences of. */
export const viewsMax = 50;
export const listsMax = 200;
/** The name counts as well: three columns stay while a table scrolls sideways. */
const pinnedMax = 2;
const viewNameMax = 40;

const partsMax = 100;
/** The name of a list, of a column or of a parameter of the list's address. */
const partName = () => z.string().check(z.regex(/^[a-z][\w-]{0,59}$/i));
const tableOf = <Value extends z.core.$ZodType>(value: Value) =>
  z.record(partName(), value).check(z.refine((table) => Object.keys(table).length <= partsMax));

/** Which columns are shown and pinned, in which order. Names that the list does not have are ignored by its screen. */
const ColumnChoice = z.strictObject({
  order: z.array(partName()).check(z.maxLength(partsMax)),
  shown: tableOf(z.boolean()),
  /** Stay beside the name while the table scrolls sideways. */
  pinned: z._default(z.array(partName()).check(z.maxLength(pinnedMax)), []),
});
/** The parameters of a list's address. */
const Query = tableOf(fields.looseText({ max: 4000 }));

const display = { columns: ColumnChoice, density: z.enum(densities) };

export const ListPreferences = z.strictObject({
  ...display,
  /** Pixels by column, where the user has set any. */
  widths: tableOf(z.int().check(z.minimum(48), z.maximum(1200))),
  /** The view that opens with the list: the id of a saved one, or the name of one that the list brings. */
  defaultView: z.nullable(z.string().check(z.maxLength(60))),
});
export type ListPreferences = z.output<typeof ListPreferences>;

const saved = { name: fields.text({ min: 1, max: viewNameMax }), query: Query, ...display };

export const ListView = z.object({
  id: z.string(),
  list: z.string(),
  ...saved,
  audience: z.enum(audiences),
  roleId: z.nullable(z.string()),
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** Whether the caller may change and delete it: their own, and with `views.share` those that are shared. */
  isEditable: z.boolean(),
  version: z.int(),
  updatedAt: z.string(),
});
export type ListView = z.output<typeof ListView>;

export const viewRefusals = refusals({
  too_many_views: { status: 409, message: "You’ve saved 50 views of this list. Delete one first." },
  too_many_lists: { status: 409, message: "You’ve changed the display of 200 lists. Reset one first." },
  view_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  unknown_role: { status: 422, message: "Select a role to share the view with." },
});
const { too_many_views, too_many_lists, view_id_taken, unknown_role } = viewRefusals;
const { not_found, permission_denied } = commonRefusals;

const versioned = { id: fields.id(), version: fields.version() };

export const views = {
  read: operation({
    method: "GET",
    path: "/api/v1/list-settings/{list}",
    permission: "session",
    summary: "How you display a list, and its saved views: your own, and those shared with you",
    input: z.strictObject({ list: partName() }),
    output: z.object({ preferences: z.nullable(ListPreferences), views: z.array(ListView) }),
  }),
  savePreferences: operation({
    method: "PUT",
    path: "/api/v1/list-settings/{list}",
    permission: "session",
    summary: "Save how you display a list. The last change wins",
    input: z.strictObject({ list: partName(), ...ListPreferences.shape }),
    output: ListPreferences,
    refusals: [too_many_lists],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/list-views",
    permission: "session",
    summary: "Save a view of a list for yourself (the client supplies the ID). It grants no rights",
    input: z.strictObject({ id: fields.id(), list: partName(), ...saved }),
    output: ListView,
    refusals: [too_many_views, view_id_taken],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/list-views/{id}",
    permission: "session",
    summary: "Update or rename a saved view: your own, or with views.share a shared one",
    input: z.strictObject({ ...versioned, ...z.partial(z.strictObject(saved)).shape }),
    output: ListView,
    versioned: true,
    refusals: [not_found, permission_denied],
  }),
  share: operation({
    method: "POST",
    path: "/api/v1/list-views/{id}/audience",
    permission: "views.share",
    summary: "Share a saved view with a role or everyone, or stop sharing it. Readers see only rows that they may see",
    input: z.strictObject({ ...versioned, audience: z.enum(audiences), roleId: z.nullable(fields.id()) }),
    output: ListView,
    versioned: true,
    refusals: [not_found, unknown_role],
  }),
  roles: operation({
    method: "GET",
    path: "/api/v1/list-views/roles",
    permission: "views.share",
    summary: "Roles to share views with: your own, or all if you can view roles",
    input: z.strictObject({}),
    output: z.object({
      roles: z.array(z.object({ id: z.string(), title: z.string(), titleI18n: z.record(z.string(), z.string()) })),
    }),
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/list-views/{id}",
    permission: "session",
    summary: "Delete a saved view: your own, or with views.share a shared one",
    input: z.strictObject(versioned),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [not_found, permission_denied],
  }),
};
