import type { Brand } from "#features/brands/contract.ts";
import { BrandCertificates } from "#features/brands/web/BrandCertificates.tsx";
import { BrandPeople } from "#features/brands/web/BrandPeople.tsx";
import { BrandProducts } from "#features/brands/web/BrandProducts.tsx";
import { BrandRetailers } from "#features/brands/web/BrandRetailers.tsx";
import type { BrandRelation } from "#features/brands/web/useBrandRelations.ts";

const lists: Readonly<Record<BrandRelation, typeof BrandProducts>> = {
  products: BrandProducts,
  certificates: BrandCertificates,
  retailers: BrandRetailers,
  people: BrandPeople,
};

/** What stands around a brand in another area. */
export function BrandRelations({ name, brand }: { readonly name: BrandRelation; readonly brand: Brand }) {
  const List = lists[name];
  return <List brand={brand} />;
}
