import { and, eq } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import type { RecordAnswer } from "#api/serve.ts";
import {
  ensureLists,
  hasGroup,
  isInList,
  readUser,
  starContacts,
  toggleStars,
} from "#demos/contacts/api/service/lists.ts";
import { contactStore, setContactStatus } from "#demos/contacts/api/store.ts";
import { contactsTable as table } from "#demos/contacts/api/tables.ts";
import type { Contact, ContactsUser, PostedContact } from "#demos/contacts/contract.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";

// The calls of spec 001, which name records by text and answer whole lists (wire-facts).

const columns = {
  id: table.id,
  name: table.name,
  lastName: table.lastName,
  avatar: table.avatar,
  nickname: table.nickname,
  company: table.company,
  jobTitle: table.jobTitle,
  email: table.email,
  phone: table.phone,
  address: table.address,
  birthday: table.birthday,
  notes: table.notes,
};

/** The contacts of a list, in the order in which they were added. An unknown list is all of them (demo-apps B5). */
export async function listContacts(ctx: Ctx, { id = "all" }: { readonly id?: string | undefined }): Promise<Contact[]> {
  // The first call of a user may be this one.
  const isKnown = id === "frequent" || id === "starred" || (await hasGroup(ctx, id));
  if (isKnown) await ensureLists(ctx);
  const rows = await ctx.db
    .select(columns)
    .from(table)
    .where(and(eq(table.status, "active"), isKnown ? isInList(ctx, id) : undefined))
    .orderBy(table.place);
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ""])) as Contact,
  );
}

const all = async (ctx: Ctx, version: number | null): Promise<RecordAnswer<Contact[]>> => ({
  body: await listContacts(ctx, {}),
  version,
});

/** The server makes the id, and the contact is the last of the list. */
export async function addContact(ctx: Ctx, { id: _, ...posted }: PostedContact): Promise<RecordAnswer<Contact[]>> {
  const { version } = await contactStore.handlers.create(ctx, {
    id: newId(ctx),
    ...contactFields.empty,
    ...replacement(posted),
  });
  return all(ctx, version);
}

/** Replaces all fields of the spec; one that is not sent is emptied. An unknown contact changes nothing (demo-apps D-2). */
export async function updateContact(
  ctx: Ctx,
  { id = "", version, ...posted }: PostedContact & { readonly version?: number | undefined },
): Promise<RecordAnswer<Contact[]>> {
  const known = isUuid(id) ? await contactStore.find(ctx, id.toLowerCase()) : undefined;
  if (known?.status !== "active") return all(ctx, null);
  const { id: knownId } = known;
  const values = replacement(posted);
  const saved = await contactStore.handlers.update(ctx, { id: knownId, version: version ?? known.version, ...values });
  return all(ctx, saved.version);
}

export async function removeContact(ctx: Ctx, id: string): Promise<RecordAnswer<Contact[]>> {
  const known = isUuid(id) ? await contactStore.find(ctx, id.toLowerCase()) : undefined;
  if (known?.status !== "active") return all(ctx, null);
  await setContactStatus(ctx, { ids: [known.id], to: "archived" });
  return all(ctx, known.version + 1);
}

export async function removeContacts(ctx: Ctx, ids: readonly string[]): Promise<Contact[]> {
  await setContactStatus(ctx, { ids: uuidsIn(ids), to: "archived" });
  return listContacts(ctx, {});
}

export async function changeStars(ctx: Ctx, ids: readonly string[], to: "on" | "off" | "other"): Promise<ContactsUser> {
  const known = uuidsIn(ids);
  if (to === "other") await toggleStars(ctx, { ids: known });
  else await starContacts(ctx, { ids: known, isOn: to === "on" });
  return readUser(ctx);
}

/** Ids of other shapes are unknown. */
const uuidsIn = (ids: readonly string[]) => [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
const isUuid = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

type Replaced = Omit<ContactInput, "retailerIds" | "brandIds" | "certifierIds">;

function replacement(posted: Omit<PostedContact, "id">): Replaced {
  const { name, ...rest } = posted;
  if (!name) throw commonRefusals.invalid_input({}, [{ path: "name", code: "required", message: "Required." }]);
  const { retailerIds: _r, brandIds: _b, certifierIds: _c, ...empty } = contactFields.empty;
  return { ...empty, ...(rest as Partial<Replaced>), name };
}
