import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { linkProblem } from "#features/halal/certificates/rules.ts";
import { newId } from "#web/newId.ts";

/** A product to list on a certificate. */
export type ListedProduct = {
  readonly id: string;
  readonly name: string;
  readonly gtin: string | null;
  readonly brandId: string;
  readonly brandName: string;
};

/** Whether listing a product links it too: linking products of another brand takes a reason, line by line. */
export const isLinkable = (certificate: Certificate, { gtin, brandId }: ListedProduct) =>
  linkProblem({ line: { gtin }, reason: null, holder: certificate, product: { gtin, brandId } }) === null;

/** Lists products on a certificate: a line for each, linked to it where that takes no reason. */
export function useProductLines() {
  const { send, isPending, error } = useCertificateChange();
  const list = async (certificate: Certificate, products: readonly ListedProduct[]): Promise<Certificate | null> => {
    const { id, version } = certificate;
    const lines = products.map(({ name, brandName, gtin }) => ({ id: newId(), name, brand: brandName, gtin }));
    const listed = await send(certificates.addLines, { id, version, lines }, { isQuiet: true });
    if (listed === null) return null;
    const links = products.flatMap((product, place) =>
      isLinkable(certificate, product) ? [{ lineId: lines[place]!.id, productId: product.id }] : [],
    );
    if (links.length === 0) return listed;
    // The lines are listed already: what could not be linked is offered for linking in the list.
    return (await send(certificates.linkLines, { id, version: listed.version, links })) ?? listed;
  };
  return { list, isPending, error };
}
