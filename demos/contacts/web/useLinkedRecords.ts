import type { brands } from "#features/catalogue/brands/contract.ts";
import type { certifiers } from "#features/halal/certifiers/contract.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import type { ContactRecord } from "#demos/contacts/contract.ts";
import { pickable } from "#web/list/pickable.ts";
import { usePicked } from "#web/list/usePickedRecords.ts";

/** The areas that a contact may belong to: found through their own lists, with the reader's rights and scope. */
export const linkKinds = [
  {
    name: "retailerIds",
    path: "/apps/retailer/retailers",
    source: pickable<typeof retailers.list>({
      operation: async () => (await import("#features/retail/retailers/contract.ts")).retailers.list,
      sort: "name",
      nameOf: ({ tradingName, tradingNameI18n }, language) => tradingNameI18n[language] ?? tradingName,
      hintOf: ({ code }) => code,
    }),
  },
  {
    name: "brandIds",
    path: "/apps/brand/brands",
    source: pickable<typeof brands.list>({
      operation: async () => (await import("#features/catalogue/brands/contract.ts")).brands.list,
      sort: "name",
      nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
    }),
  },
  {
    name: "certifierIds",
    path: "/apps/certifier/bodies",
    source: pickable<typeof certifiers.list>({
      operation: async () => (await import("#features/halal/certifiers/contract.ts")).certifiers.list,
      sort: "acronym",
      nameOf: ({ acronym, name }) => `${acronym} · ${name}`,
    }),
  },
] as const;

/** The records that a contact belongs to, with the names and paths that the reader may see. */
export function useLinkedRecords(contact: Pick<ContactRecord, (typeof linkKinds)[number]["name"]>) {
  const [retailer, brand, certifier] = linkKinds;
  const found = [
    { kind: retailer, rows: usePicked(retailer.source, contact.retailerIds) },
    { kind: brand, rows: usePicked(brand.source, contact.brandIds) },
    { kind: certifier, rows: usePicked(certifier.source, contact.certifierIds) },
  ];
  return found.flatMap(({ kind, rows }) =>
    rows.map(({ id, name }) => ({ id, name, field: kind.name, path: `${kind.path}/${id}` })),
  );
}
