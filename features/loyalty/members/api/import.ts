import * as z from "zod/mini";
import { actorOf, type Ctx } from "#api/context.ts";
import { checkKeyedRows, type KeyedRow, writeKeyedRows } from "#api/import/keyedRows.ts";
import { textColumn, wordColumn } from "#api/import/readColumns.ts";
import type { CellProblem, CheckedRow, Importer, ImportRow, ImportRun } from "#api/importer.ts";
import { type Contact, contactsIn, findOwners } from "#features/loyalty/members/api/service/contacts.ts";
import { memberStore } from "#features/loyalty/members/api/store.ts";
import { memberRefusals, members } from "#features/loyalty/members/contract.ts";
import { contactSchemas, memberFields, type MemberInput } from "#features/loyalty/members/fields.ts";
import { type ContactKind, contactKey, contactKinds } from "#features/loyalty/members/rules.ts";

type MemberRow = KeyedRow<MemberInput>;

const columns = [
  textColumn("memberNumber", "Number", "الرقم", "47110815", ["number", "member_number", "card", "رقم العضو"]),
  textColumn("email", "Email", "البريد الإلكتروني", "amina@example.com", ["e-mail", "mail"]),
  textColumn("phone", "Phone", "الهاتف", "+442079460123", ["mobile", "telephone", "الجوال"]),
  textColumn("displayName", "Name", "الاسم", "Amina", ["name", "display_name"]),
  { ...textColumn("country", "Country", "الدولة", "GB", ["country_code"]), read: (text: string) => text.toUpperCase() },
  wordColumn("language", "Language", "اللغة", "en", ["lang"]),
];

/**
 * Imports members. A row changes the member with the first of its number, email and phone, or creates one. An empty contact
 * cell leaves the contact as it is.
 *
 * The kernel's `recordImporter` reads all records and compares keys; here the rows' contacts are looked up by hash.
 */
export const membersImporter: Importer<MemberRow> = {
  resource: "members",
  title: { en: "Members", ar: "الأعضاء" },
  listPath: "/apps/promocode/members",
  needs: members.importTemplate,
  columns,
  check: checkMemberRows,
  write: (ctx, rows, source) =>
    writeKeyedRows(ctx, rows, source, {
      add: (inner, id, values, reason) => memberStore.insert(inner, [{ id, values }], { action: "import", reason }),
      change: async (inner, id, patch, reason) =>
        memberStore.update(inner, await memberStore.lock(inner, { id }), patch, { action: "update", reason }),
    }),
  problemMessages: {
    member_number: {
      wrong: { en: "Not a valid member number", ar: "رقم عضو غير صالح" },
      right: { en: "4 to 32 Latin letters and digits", ar: "من 4 إلى 32 حرفًا لاتينيًا ورقمًا" },
    },
    contact_needed: {
      wrong: { en: "No number, email or phone", ar: "لا يوجد رقم ولا بريد إلكتروني ولا هاتف" },
      right: { en: "at least one of them", ar: "واحد منها على الأقل" },
    },
    duplicate_member: {
      wrong: { en: "Another member already has this", ar: "هذه القيمة لعضو آخر" },
      right: { en: "a value that no other member has", ar: "قيمة ليست لعضو آخر" },
    },
  },
};

type ReadRow = { readonly row: ImportRow; readonly contacts: readonly (Contact & { readonly owner: string | null })[] };

async function checkMemberRows(ctx: Ctx, rows: readonly ImportRow[], run: ImportRun): Promise<CheckedRow<MemberRow>[]> {
  const read = await readContacts(ctx, rows);
  const ids = read.flatMap(({ contacts }) => contacts[0]?.owner ?? []);
  const records = await memberStore.readByIds(ctx, ids);
  const known = new Map(
    read.flatMap(({ row, contacts }) => {
      const [first] = contacts;
      const record = records.get(first?.owner ?? "");
      if (record === undefined) return [];
      const { id, displayName, country, language, certifierIds } = record;
      // Of contacts only those are known that the row has, too: others are masked.
      const own = contacts.filter(({ owner }) => owner === id).map(({ kind, contact }) => [kind, contact]);
      const values = { id, displayName, country, language, certifierIds };
      return [[keyOf(row.cells), { ...values, ...(Object.fromEntries(own) as Partial<MemberInput>) }] as const];
    }),
  );
  const checked = checkKeyedRows<MemberInput>(
    read.map(({ row }) => row),
    run,
    {
      columns,
      schema: memberFields.schema,
      empty: memberFields.empty,
      keyOf,
      keyField: "memberNumber",
      known,
      mayUpdate: actorOf(ctx).permissions.has(members.update.permission),
      errorsOf: (whole) => memberFields.errorsOf(whole, null),
    },
  );
  return checked.map((row, place) => {
    if (row.outcome === "bad") return row;
    const { contacts } = read[place]!;
    const claims = contacts.map((each) => `contact:${claimOf(each)}`);
    const problems = contacts.flatMap(({ kind, owner }, index): CellProblem[] => {
      const claimed = run.claims.get(claims[index]!);
      if (owner !== null && owner !== row.values.id)
        return [{ field: kind, code: memberRefusals.duplicate_member.code }];
      return claimed === undefined ? [] : [{ field: kind, code: "same_as_row", params: { row: claimed } }];
    });
    if (problems.length > 0) return { rowNumber: row.rowNumber, outcome: "bad", problems };
    for (const claim of claims) run.claims.set(claim, row.rowNumber);
    return row;
  });
}

/**
 * The rows with contacts spelled as they are stored and without empty ones, and the members that the contacts belong to.
 */
async function readContacts(ctx: Ctx, rows: readonly ImportRow[]): Promise<ReadRow[]> {
  const read = rows.map((row) => {
    const cells = Object.fromEntries(
      Object.entries(row.cells).filter(([name, text]) => text !== "" || !contactKinds.includes(name as ContactKind)),
    );
    const plain = plainContacts(cells);
    return { row: { ...row, cells: { ...cells, ...plain } }, contacts: contactsIn(plain) };
  });
  const owners = await findOwners(
    ctx,
    read.flatMap(({ contacts }) => contacts),
  );
  let place = 0;
  return read.map(({ row, contacts }) => ({
    row,
    contacts: contacts.map((each) => ({ ...each, owner: owners[place++]! })),
  }));
}

/** The contacts of a row as they are stored, without those that are not valid. */
const plainContacts = (cells: ImportRow["cells"]): Partial<Record<ContactKind, string>> =>
  Object.fromEntries(
    contactKinds.flatMap((kind) => {
      const parsed = z.safeParse(contactSchemas[kind], cells[kind]);
      return parsed.success ? [[kind, parsed.data]] : [];
    }),
  );

/** The first contact of a row, by which its member is found. */
function keyOf(cells: ImportRow["cells"]): string {
  const [first] = contactsIn(plainContacts(cells));
  return first === undefined ? "" : claimOf(first);
}

const claimOf = ({ kind, contact }: Contact) => `${kind}:${contactKey(kind, contact)}`;
