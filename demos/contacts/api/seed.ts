import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import {
  type SampleContact,
  sampleBrandManagers,
  sampleDesks,
  sampleOwners,
  sampleSuppliers,
} from "#demos/contacts/api/service/samples.ts";
import { contactStore } from "#demos/contacts/api/store.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";
import { fullName } from "#demos/contacts/rules.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

type Company = { readonly id: string; readonly name: string };

/** The address book of demo-apps B5: people of the sample retailers and brands, certifying bodies and suppliers. */
export async function seedContacts(ctx: Ctx): Promise<void> {
  const { retailers, brands, certifiers } = await readCompanies(ctx);
  const of = (link: "retailerIds" | "brandIds", people: readonly SampleContact[], companies: readonly Company[]) =>
    people.map((person, place) => {
      const company = companies[place % Math.max(companies.length, 1)];
      return { ...contactOf(person), ...(company && { company: company.name, [link]: [company.id] }) };
    });
  const samples: ContactInput[] = [
    ...of("retailerIds", sampleOwners, retailers),
    ...of("brandIds", sampleBrandManagers, brands),
    ...sampleDesks.map((desk, place) => deskOf(desk, certifiers[place])),
    ...sampleSuppliers.map(contactOf),
  ];
  // A year ago. The second entry of the same person is as another user entered it.
  const now = addMs(ctx.now, -365 * dayMs);
  const rows = samples.map((values, place) => ({
    id: sampleId(now, place + 30_001),
    values: place === samples.length - 1 ? { ...values, email: null } : values,
  }));
  await contactStore.insert({ ...ctx, now }, rows);
}

const contactOf = (person: SampleContact): ContactInput => ({
  ...contactFields.empty,
  ...person,
  email: emailOf(person),
});

/** For names in Latin letters. */
function emailOf(person: SampleContact): string | null {
  const plain = fullName(person).normalize("NFD").replaceAll("ı", "i").replaceAll(/\p{M}/gu, "").toLowerCase();
  return /^[a-z ]+$/.test(plain) ? `${plain.replaceAll(" ", ".")}@mail.example` : null;
}

const deskOf = (desk: string, body: Company | undefined): ContactInput => ({
  ...contactFields.empty,
  name: desk,
  company: body?.name ?? null,
  certifierIds: body ? [body.id] : [],
  email: `${desk.toLowerCase().replaceAll(" ", ".")}@bodies.example`,
});

async function readCompanies(ctx: Ctx) {
  const retailers = await ctx.db
    .select({ id: retailersTable.id, name: retailersTable.tradingName })
    .from(retailersTable)
    .orderBy(retailersTable.createdAt, retailersTable.id)
    .limit(sampleOwners.length);
  const brands = await ctx.db
    .select({ id: brandsTable.id, name: brandsTable.name })
    .from(brandsTable)
    .orderBy(brandsTable.createdAt, brandsTable.id)
    .limit(sampleBrandManagers.length);
  const certifiers = await ctx.db
    .select({ id: bodiesTable.id, name: bodiesTable.name })
    .from(bodiesTable)
    .orderBy(bodiesTable.createdAt, bodiesTable.id)
    .limit(sampleDesks.length);
  return { retailers, brands, certifiers };
}
