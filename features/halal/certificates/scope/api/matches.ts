import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { likenessOf, trigramsOf } from "#features/halal/certificates/scope/api/trigramSimilarity.ts";
import { isLiving, readLineProducts } from "#features/halal/certificates/scope/api/products.ts";
import { findCertificate } from "#features/halal/certificates/record/api/records.ts";
import { productScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificateLinesTable as lines, type CertificateRecord } from "#features/halal/certificates/api/tables.ts";
import { productsTable as products } from "#features/catalogue/products/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { LineProduct, Match } from "#features/halal/certificates/scope/contract.ts";

/** Names less similar than this don't count. "Ghee 500 g" and "Ghee 1 kg" are at about 0.6. */
const likenessMin = 0.45;
const matchesMax = 3;
/** Of the holder's own products, and of all other products with a word of a line in their name. */
const candidatesMax = 1000;
/** Ranks a product of the holder before another brand's product with the same name. */
const ownBonus = 0.05;

type UnmatchedLine = {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly gtin: string | null;
};

/**
 * Suggests products for the unmatched lines: the one with the same GTIN, or else those with a similar name in any of
 * their languages, the holder's own first. Products that another line has are left out.
 */
export async function findMatches(
  ctx: Ctx,
  { id }: Input<typeof certificates.findMatches>,
): Promise<Output<typeof certificates.findMatches>> {
  const certificate = await findCertificate(ctx, id);
  const unmatched = await readUnmatched(ctx, id);
  if (unmatched.length === 0) return { rows: [] };
  const isFree = sql`not exists (
    select from certificate_products as line
     where line.certificate_id = ${id}::uuid and line.product_id = ${products.id} and line.status = 'listed')`;
  const isAllowed = and(isLiving, isFree, productScope(ctx));
  const byGtin = await readByGtin(ctx, unmatched, isAllowed);
  // A line with a number matches only the product with that number.
  const nameless = unmatched.filter(({ gtin }) => gtin === null);
  const candidates = await readCandidates(ctx, certificate, nameless, isAllowed);
  return {
    rows: unmatched.map((line) => {
      const exact = line.gtin === null ? undefined : byGtin.get(line.gtin);
      const matches: Match[] = exact ? [{ product: exact, by: "gtin", likeness: 1 }] : alike(line, candidates);
      return { lineId: line.id, matches };
    }),
  };
}

const readUnmatched = (ctx: Ctx, certificateId: string): Promise<UnmatchedLine[]> =>
  ctx.db
    .select({ id: lines.id, name: lines.name, brand: lines.brand, gtin: lines.gtin })
    .from(lines)
    .where(and(eq(lines.certificateId, certificateId), eq(lines.status, "listed"), isNull(lines.productId)))
    .orderBy(lines.position, lines.id);

async function readByGtin(ctx: Ctx, unmatched: readonly UnmatchedLine[], isAllowed: SQL | undefined) {
  const gtins = unmatched.flatMap(({ gtin }) => gtin ?? []);
  if (gtins.length === 0) return new Map<string, LineProduct>();
  const found = await readLineProducts(ctx, and(inArray(products.gtin, gtins), isAllowed));
  return new Map(found.map((product) => [product.gtin!, product]));
}

type Candidate = {
  readonly product: LineProduct;
  readonly spellings: readonly ReadonlySet<string>[];
  readonly isOwn: boolean;
};

async function readCandidates(
  ctx: Ctx,
  { holderBrandId }: CertificateRecord,
  nameless: readonly UnmatchedLine[],
  isAllowed: SQL | undefined,
): Promise<Candidate[]> {
  const words = [...new Set(nameless.flatMap(tellingWords))];
  if (words.length === 0) return [];
  const isOwn = holderBrandId === null ? sql`false` : eq(products.brandId, holderBrandId);
  const sharesWord = or(...words.map((word) => sql`${products.searchKey} like ${`% ${word}%`}`));
  const [own, others] = await Promise.all([
    readLineProducts(ctx, and(isOwn, isAllowed), candidatesMax),
    readLineProducts(ctx, and(sharesWord, sql`not (${isOwn})`, isAllowed), candidatesMax),
  ]);
  const candidate = (product: LineProduct, isHolders: boolean): Candidate => ({
    product,
    spellings: [product.name, ...Object.values(product.nameI18n)].map(trigramsOf),
    isOwn: isHolders,
  });
  return [...own.map((product) => candidate(product, true)), ...others.map((product) => candidate(product, false))];
}

/**
 * The longest words of a name, which other products are least likely to share. Only two, to limit the size of the
 * query.
 */
const tellingWords = ({ name }: UnmatchedLine) =>
  searchKey(name)
    .split(" ")
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length)
    .slice(0, 2);

function alike({ name, brand, gtin }: UnmatchedLine, candidates: readonly Candidate[]): Match[] {
  if (gtin !== null) return [];
  const [bare, branded] = [trigramsOf(name), trigramsOf(`${brand ?? ""} ${name}`)];
  return candidates
    .map(({ product, spellings, isOwn }) => {
      const found = Math.max(...spellings.flatMap((each) => [likenessOf(bare, each), likenessOf(branded, each)]));
      return { product, by: "name" as const, likeness: Math.min(1, found + (isOwn && found < 1 ? ownBonus : 0)) };
    })
    .filter(({ likeness }) => likeness >= likenessMin)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, matchesMax);
}
