import { toHex } from "#base/hex.ts";
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type FieldError } from "#base/refusal.ts";
import type { SealedColumn } from "#api/cipherKey.ts";
import type { Ctx } from "#api/context.ts";
import { type MemberRecord, memberKeysTable as keys } from "#features/loyalty/members/api/tables.ts";
import { memberRefusals } from "#features/loyalty/members/contract.ts";
import { contactSchemas } from "#features/loyalty/members/fields.ts";
import {
  type ContactKind,
  contactKey,
  contactKinds,
  type Contacts,
  isMasked,
  maskedContact,
} from "#features/loyalty/members/rules.ts";

// The contacts of members: encrypted in `members`, found by their hashes in `member_keys`.

export const sealedNames = {
  memberNumber: "sealedMemberNumber",
  email: "sealedEmail",
  phone: "sealedPhone",
} as const satisfies Readonly<Record<ContactKind, keyof MemberRecord>>;

const purposeOf = (memberId: string) => `member:${memberId}`;
export const sealedContacts: readonly SealedColumn[] = ["sealed_member_number", "sealed_email", "sealed_phone"].map(
  (column) => ({ table: "members", column, owner: "id", purposeOf }),
);

/** One contact to find a member by. */
export type Contact = { readonly kind: ContactKind; readonly contact: string };

/** The contacts of some values. */
export const contactsIn = (values: Partial<Contacts>): Contact[] =>
  contactKinds.flatMap((kind) => (values[kind] == null ? [] : [{ kind, contact: values[kind] }]));

const hashOf = (ctx: Ctx, { kind, contact }: Contact) => ctx.cipher.hash(contactKey(kind, contact), `member:${kind}`);

/** As `member_keys__bucket` requires. */
const bucketOfHash = (hash: Uint8Array) => hash[0]! & 63;

type Sealed = Pick<MemberRecord, "id" | (typeof sealedNames)[ContactKind]>;

/** A stored contact in full; null if there is none. */
export async function openContact(ctx: Ctx, record: Sealed, kind: ContactKind): Promise<string | null> {
  const sealed = record[sealedNames[kind]];
  return sealed === null ? null : new TextDecoder().decode(await ctx.cipher.open(sealed, purposeOf(record.id)));
}

/** The ids of the members that contacts belong to, in the order of the contacts; null for one that nobody has. */
export async function findOwners(ctx: Ctx, contacts: readonly Contact[]): Promise<(string | null)[]> {
  if (contacts.length === 0) return [];
  const hashes = await Promise.all(contacts.map((each) => hashOf(ctx, each)));
  const wanted = contacts.map(({ kind }, place) => {
    const hash = hashes[place]!;
    return { place, bucket: bucketOfHash(hash), kind, hash: toHex(hash) };
  });
  const found = await ctx.db.execute(sql`
    select wanted.place, its.member_id::text as "memberId"
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (place int, bucket smallint, kind text, hash text)
      join ${keys} as its
        on its.bucket = wanted.bucket and its.kind = wanted.kind and its.key_hash = decode(wanted.hash, 'hex')`);
  const { rows } = found as { rows: { place: number; memberId: string }[] };
  const owners = new Map(rows.map(({ place, memberId }) => [place, memberId]));
  return contacts.map((_, place) => owners.get(place) ?? null);
}

/**
 * Replaces what was sent of contacts that the member has already by what is stored, which is masked: so an unchanged
 * contact is no change.
 */
export async function keepStored<Patch extends Partial<Contacts>>(
  ctx: Ctx,
  patch: Patch,
  before: MemberRecord,
): Promise<Patch> {
  const kept: Partial<Record<ContactKind, string | null>> = {};
  for (const { kind, contact } of contactsIn(patch)) {
    const stored = await openContact(ctx, before, kind);
    if (stored !== null && contactKey(kind, stored) === contactKey(kind, contact)) kept[kind] = before[kind];
  }
  return { ...patch, ...kept };
}

/**
 * The columns for changed contacts. Takes their keys in the caller's transaction, and gives up those of the contacts that
 * they replace.
 *
 * Refuses with `duplicate_member` if another member has one.
 */
export async function writeContacts(
  ctx: Ctx,
  values: Contacts,
  before: MemberRecord | null,
  id: string,
): Promise<Partial<MemberRecord>> {
  const columns: Partial<
    Record<ContactKind, string | null> & Record<(typeof sealedNames)[ContactKind], Uint8Array | null>
  > = {};
  // In this order in every transaction, so that two of them can't wait for each other's keys of different kinds.
  for (const kind of contactKinds) {
    const contact = values[kind];
    if (before !== null && contact === before[kind]) continue;
    if (contact !== null && isMasked(contact)) throw new Error(`the mask of a ${kind} would be stored as a contact`);
    const replaced = before && (await openContact(ctx, before, kind));
    if (replaced !== null) await releaseKey(ctx, { kind, contact: replaced }, id);
    if (contact !== null) await claimKey(ctx, { kind, contact }, id);
    columns[kind] = contact === null ? null : maskedContact(kind, contact);
    columns[sealedNames[kind]] =
      contact === null ? null : await ctx.cipher.seal(new TextEncoder().encode(contact), purposeOf(id));
  }
  return columns;
}

async function claimKey(ctx: Ctx, { kind, contact }: Contact, memberId: string): Promise<void> {
  const keyHash = await hashOf(ctx, { kind, contact });
  const claimed = await ctx.db
    .insert(keys)
    .values({ bucket: bucketOfHash(keyHash), kind, keyHash, memberId })
    .onConflictDoNothing()
    .returning({ memberId: keys.memberId });
  if (claimed.length > 0) return;
  const [owner] = await findOwners(ctx, [{ kind, contact }]);
  if (owner === memberId) return;
  const { code, message } = memberRefusals.duplicate_member;
  throw memberRefusals.duplicate_member({}, [{ path: kind, code, message } satisfies FieldError]);
}

async function releaseKey(ctx: Ctx, contact: Contact, memberId: string): Promise<void> {
  const keyHash = await hashOf(ctx, contact);
  await ctx.db
    .delete(keys)
    .where(
      and(
        eq(keys.bucket, bucketOfHash(keyHash)),
        eq(keys.kind, contact.kind),
        eq(keys.keyHash, keyHash),
        eq(keys.memberId, memberId),
      ),
    );
}

/** Gives all keys of a member to another. */
export const moveKeys = (ctx: Ctx, from: string, to: string) =>
  ctx.db.update(keys).set({ memberId: to }).where(eq(keys.memberId, from));

export const deleteKeys = (ctx: Ctx, memberId: string) => ctx.db.delete(keys).where(eq(keys.memberId, memberId));

/** What a text may be in full: `+44 20 7946 0123` is a phone, `4711` a number. */
export const contactsOf = (typed: string): Contact[] =>
  contactKinds.flatMap((kind) => {
    const parsed = z.safeParse(contactSchemas[kind], typed);
    return parsed.success ? [{ kind, contact: parsed.data }] : [];
  });
