import { isNull } from "drizzle-orm";
import { addMs, dayMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import {
  contactListEntriesTable,
  contactListsTable,
  contactsTable,
  contactTouchesTable,
} from "#demos/contacts/api/tables.ts";
import { touchKinds } from "#demos/contacts/rules.ts";

export type SampleContact = {
  readonly name: string;
  readonly lastName: string | null;
  readonly jobTitle: string;
  readonly phone: string | null;
  /** As `1984-03-17`; its month and day count. */
  readonly birthday: string | null;
};

/** One line each: name, last name, job, phone, birthday. */
const read = (lines: string): SampleContact[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", lastName, jobTitle = "", phone, birthday] = line.split("|").map((cell) => cell.trim());
      return { name, lastName: lastName || null, jobTitle, phone: phone || null, birthday: birthday || null };
    });

// People that nobody has met; the numbers are those that regulators keep for films and books. Their companies are the
// sample retailers, brands and certifying bodies in the order in which they were created.
export const sampleOwners = read(`
  Bilal        | Rahimi    | Owner              | +44 1632 960101     | 1979-12-04
  Safiya       | Begum     | Store manager      | +44 1632 960102     | 1988-01-15
  Tariq        | Osei      | Owner              | +44 1632 960103     |
  Hanim        | Zulkifli  | Purchasing         | +60 3-7946 0104     | 1991-11-28
  Imran        | Qureshi   | Owner              | +44 1632 960105     | 1972-12-19
  نورة         | العتيبي   | مديرة المتجر       | +966 55 500 0106    | 1990-03-08
  Farid        | Mansouri  | Branch manager     | +971 50 555 0107    |
  Rosnah       | Ismail    | Owner              | +60 3-7946 0108     | 1983-12-11
  Daniyal      | Shah      | Cashier lead       | +44 1632 960109     |
  Amal         | Haddad    | Owner              | +44 1632 960110     | 1986-05-23
  خالد         |           | صاحب المخبز        | +966 55 500 0111    |
  Mehmet       | Aydın     | Butcher            | +44 1632 960112     | 1969-12-27
  Sumaya       | Warsame   | Store manager      | +44 1632 960113     |
  Azlan        | Hashim    | Operations         | +60 3-7946 0114     | 1980-07-30
  Nadia        | Ferhat    | Owner              | +44 1632 960115     | 1993-12-02
  سلمى         | منصور     | المشتريات          | +971 50 555 0116    | 1995-09-12
  Idris        | Bello     | Owner              | +44 1632 960117     |
  Zaynab       | Hussain   | Finance            | +44 1632 960118     | 1987-12-30
`);

export const sampleBrandManagers = read(`
  Leyla        | Demir     | Brand manager      | +44 1632 960119     | 1985-12-08
  يوسف         | الحسن     | مدير العلامة       | +971 50 555 0120    | 1982-04-02
  Iman         | Sutrisno  | Marketing          | +60 3-7946 0121     |
  Omar         | Benali    | Sales director     | +44 1632 960122     | 1976-12-15
  Huda         | Nasser    | Brand manager      | +971 50 555 0123    | 1992-02-14
  Gul          | Ahmadzai  | Product owner      | +44 1632 960124     |
  Sofia        | Marques   | Packaging          | +44 1632 960125     | 1989-12-21
  Hamza        | Siddiqui  | Quality            | +44 1632 960126     | 1978-10-05
  مريم         |           | خدمة العملاء       | +966 55 500 0127    |
  Élodie       | Traoré    | Exports            | +44 1632 960128     | 1984-12-25
  Kamal        | Idrisi    | Brand manager      | +44 1632 960129     |
  Aisha        | Danjuma   | Regulatory affairs | +44 1632 960130     | 1981-06-18
`);

/** Desks and not people: these bodies exist. */
export const sampleDesks = [
  "Certification desk",
  "Registry",
  "Audit planning",
  "Accreditation",
  "Export approvals",
  "Help desk",
];

export const sampleSuppliers = read(`
  Tomás        | Alvarez   | Label printing     | +44 1632 960137     | 1974-11-30
  Grace        | Oyelaran  | Journalist         | +44 1632 960138     | 1990-08-09
  رانيا        | قاسم      | صحفية              | +971 50 555 0139    |
  Peter        | Lindqvist | Card terminals     | +44 1632 960140     |
  Layla        | Karim     | Event catering     | +44 1632 960141     | 1988-12-06
  Layla        | Karim     | Catering           | 01632 960141        |
`);

/** By the place in the list of contacts. Three contacts are in two groups. */
const sampleGroups = [
  { name: "Retailers Leicester", places: [0, 1, 2, 4, 8, 9] },
  { name: "Brand managers", places: [18, 19, 22, 28] },
  { name: "Certifiers", places: [30, 31, 32, 33, 34, 35] },
  { name: "Press", places: [37, 38] },
  { name: "VIP", places: [0, 18, 30, 39] },
];
const sampleStars = [0, 5, 18, 22, 30, 37, 40];
/** Called or written to often enough to be frequent. */
const sampleFrequent = [0, 2, 5, 18, 20, 21, 30, 33, 37];

/** Stars, groups and calls that a person finds on opening the application for the first time. */
export async function insertSampleLists(ctx: Ctx, ownerId: string): Promise<void> {
  const samples = await ctx.db
    .select({ id: contactsTable.id })
    .from(contactsTable)
    .where(isNull(contactsTable.createdBy))
    .orderBy(contactsTable.place)
    .limit(42);
  if (samples.length < 42) return;
  const idAt = (place: number) => samples[place]!.id;
  const groups = sampleGroups.map((group, place) => ({
    ...group,
    ownerId,
    id: newId(ctx),
    createdAt: addMs(ctx.now, place + 1),
  }));
  await ctx.db.insert(contactListsTable).values(groups.map(({ places: _, ...group }) => group));
  const entries = [{ id: "starred", places: sampleStars }, ...groups].flatMap(({ id, places }) =>
    places.map((place) => ({ ownerId, listId: id, contactId: idAt(place) })),
  );
  await ctx.db.insert(contactListEntriesTable).values(entries);
  const touches = [...sampleFrequent, ...sampleFrequent].map((place, at) => ({
    id: newId(ctx),
    ownerId,
    contactId: idAt(place),
    kind: touchKinds[at % touchKinds.length]!,
    at: addMs(ctx.now, -(at + 1) * dayMs + 2 * hourMs),
  }));
  await ctx.db.insert(contactTouchesTable).values(touches);
}
