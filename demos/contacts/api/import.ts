import type { Ctx } from "#api/context.ts";
import { changesBetween } from "#api/audit.ts";
import { checkKeyedRows, type KeyedRow } from "#api/import/keyedRows.ts";
import { neededColumn, type ReadColumn, textColumn } from "#api/import/readColumns.ts";
import type { CheckedRow, Importer, ImportRow } from "#api/importer.ts";
import { newId } from "#api/newId.ts";
import { contactStore, sharing } from "#demos/contacts/api/store.ts";
import type { StoredContact } from "#demos/contacts/api/tables.ts";
import { contactExtras } from "#demos/contacts/contract.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";
import { fullName, nameSortKey } from "#demos/contacts/rules.ts";

type Row = KeyedRow<ContactInput>;

/** An empty cell says nothing: a phone's address book knows less than ours. */
const kept = (column: ReadColumn): ReadColumn => ({ ...column, emptied: (before) => before });

// The further names are those of the files that Google, Outlook and Apple write.
const columns: readonly ReadColumn[] = [
  kept(neededColumn("name", "First name", "الاسم الأول", "Amal", ["Given Name", "First Name", "الاسم"])),
  kept(textColumn("lastName", "Last name", "اسم العائلة", "Haddad", ["Family Name", "Last Name", "Surname"])),
  kept(textColumn("nickname", "Nickname", "اللقب", "Umm Sami", ["Nick Name"])),
  kept(
    textColumn("company", "Company", "الشركة", "Baqala Nour", [
      "Organization 1 - Name",
      "Organization Name",
      "Company",
    ]),
  ),
  kept(
    textColumn("jobTitle", "Job title", "المسمى الوظيفي", "Owner", [
      "Organization 1 - Title",
      "Organization Title",
      "Job Title",
      "Title",
    ]),
  ),
  kept(
    textColumn("email", "Email", "البريد الإلكتروني", "amal@baqala.example", [
      "E-mail 1 - Value",
      "E-mail Address",
      "Email Address",
    ]),
  ),
  kept(
    textColumn("phone", "Phone", "الهاتف", "+44 1632 960110", [
      "Phone 1 - Value",
      "Mobile Phone",
      "Primary Phone",
      "Business Phone",
    ]),
  ),
  kept(textColumn("address", "Address", "العنوان", "12 Melton Road", ["Address 1 - Formatted", "Business Street"])),
  kept(textColumn("birthday", "Birthday", "تاريخ الميلاد", "1986-05-23")),
  kept(textColumn("notes", "Notes", "ملاحظات", "Prefers calls in the morning")),
];

const cellOf = (cells: ImportRow["cells"], field: string) => cells[field] ?? "";
const emailKey = (cells: ImportRow["cells"]) => cellOf(cells, "email").toLowerCase();
const phoneKey = (phone: string) => phone.replaceAll(/\D/g, "").slice(-9);
const nameIn = (cells: ImportRow["cells"]) =>
  nameSortKey({ name: cellOf(cells, "name"), lastName: cellOf(cells, "lastName") || null });

/** What makes a row the same contact: its address, else its name and number, else its name and company. */
function keyOf(cells: ImportRow["cells"]): string {
  const email = emailKey(cells);
  if (email !== "") return email;
  const rest = phoneKey(cellOf(cells, "phone")) || nameSortKey({ name: cellOf(cells, "company"), lastName: null });
  return `${nameIn(cells)} ${rest}`;
}

const keyOfContact = (contact: StoredContact): string =>
  keyOf(Object.fromEntries(Object.entries(contact).map(([name, value]) => [name, String(value ?? "")])));

/** Imports contacts. A row of the same contact fills its fields; one that only resembles a contact carries a warning. */
export const contactsImporter: Importer<Row> = {
  resource: "contacts",
  title: { en: "Contacts", ar: "جهات الاتصال" },
  listPath: "/apps/contacts/people/all",
  needs: contactExtras.importTemplate,
  columns,
  check: checkRows,
  // Ids are made when a row is written, and what it resembles is only a warning.
  planOf: ({ id, patch, whole }) => ({ id, patch, whole }),
  write: async (ctx, rows, { fileName }) => {
    const added = rows.filter(({ values }) => values.id === null);
    const contacts = added.map(({ values }) => ({ id: newId(ctx), values: values.whole }));
    if (contacts.length > 0) await contactStore.insert(ctx, contacts, { action: "import", reason: fileName });
    for (const { rowNumber, values } of rows) {
      if (values.id === null) continue;
      const before = await contactStore.lock(ctx, { id: values.id });
      await contactStore.update(ctx, before, values.patch, { action: "update", reason: `${fileName}:${rowNumber}` });
    }
  },
  problemMessages: {
    contact_phone: {
      wrong: { en: "Not a phone number", ar: "ليس رقم هاتف" },
      right: { en: "digits with + and spaces, such as +44 1632 960110", ar: "أرقام مع + ومسافات، مثل +44 1632 960110" },
    },
    possible_duplicate: {
      wrong: { en: "Might already be in your contacts as {name}", ar: "قد تكون موجودة بالفعل باسم {name}" },
    },
  },
};

async function checkRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: Parameters<Importer["check"]>[2],
): Promise<CheckedRow<Row>[]> {
  const resembling = await sharing(ctx, {
    emails: rows.map(({ cells }) => emailKey(cells)),
    phones: rows.map(({ cells }) => phoneKey(cellOf(cells, "phone"))),
    names: rows.map(({ cells }) => nameIn(cells)),
  });
  const known = new Map(resembling.map((contact) => [keyOfContact(contact), contact]));
  const checked = checkKeyedRows<ContactInput>(rows, run, {
    columns,
    schema: contactFields.schema,
    empty: contactFields.empty,
    keyOf,
    keyField: "name",
    known,
    mayUpdate: true,
  });
  const namesakes = new Map(resembling.map((contact) => [contact.sortKey, contact]));
  const sharers = new Map(resembling.map((contact) => [contact.phoneKey ?? "", contact]));
  sharers.delete("");
  const byId = new Map(resembling.map((contact) => [contact.id, contact]));
  return checked.map((row) => {
    if (row.outcome === "bad") return row;
    const { id, patch, whole } = row.values;
    if (row.outcome === "update") {
      const before = byId.get(id!)!;
      return { ...row, update: { record: fullName(before), changes: changesBetween(before, patch) } };
    }
    const likely = id === null && (sharers.get(phoneKey(whole.phone ?? "")) ?? namesakes.get(nameSortKey(whole)));
    if (!likely) return row;
    return { ...row, notes: [{ field: "name", code: "possible_duplicate", params: { name: fullName(likely) } }] };
  });
}
