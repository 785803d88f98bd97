import type { Basket, Facts, Finding, ProductFacts } from "#features/loyalty/promocodes/rules/facts.ts";
import type { CashbackRate } from "#features/loyalty/wallet/rules/rates.ts";
import { lineFields, type Condition, type Terms } from "#features/loyalty/promocodes/rules/terms.ts";

/** A line of the order with what is known of its product. */
export type OrderLine = {
  readonly number: number;
  readonly productId: string | null;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly baseMinor: number;
  readonly product: ProductFacts | null;
  readonly rate: CashbackRate | null;
  /** The gravest that blocks its promotion; null if none does. */
  readonly finding: Finding | null;
  /** Left out by the caller. */
  readonly isExcluded: boolean;
};

/**
 * The lines with their amounts.
 *
 * @throws RangeError for numbers that aren't whole and exact, or lines with the same number: the contract refuses them.
 */
export function orderLines({ products }: Pick<Facts, "products">, { lines, withoutLines = [] }: Basket): OrderLine[] {
  if (new Set(lines.map(({ number }) => number)).size !== lines.length)
    throw new RangeError("two lines have one number");
  return lines.map(({ number, productId, quantity, unitMinor }) => {
    if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`line ${number} has ${quantity} units`);
    if (!Number.isSafeInteger(unitMinor) || unitMinor < 0) throw new RangeError(`line ${number} costs ${unitMinor}`);
    const product = productId === null ? null : (products.get(productId) ?? null);
    return {
      number,
      productId,
      quantity,
      unitMinor,
      product,
      baseMinor: unitMinor * quantity,
      rate: product?.rate ?? null,
      finding: product?.findings[0] ?? null,
      isExcluded: withoutLines.includes(number),
    };
  });
}

/** Whether the order's total at shelf prices is an exact number. If it isn't, nothing is computed. */
export const isExact = (lines: readonly Pick<OrderLine, "unitMinor" | "quantity">[]): boolean =>
  lines.reduce((total, { unitMinor, quantity }) => total + BigInt(unitMinor) * BigInt(quantity), 0n) <=
  BigInt(Number.MAX_SAFE_INTEGER);

/** The lines that count towards the conditions: all but those that the conditions on lines or the caller exclude. */
export const eligibleLines = ({ conditions }: Terms, lines: readonly OrderLine[]): OrderLine[] =>
  lines.filter((line) => !line.isExcluded && line.product !== null && conditions.every((each) => allows(each, line)));

function allows(condition: Condition, { productId, product }: OrderLine): boolean {
  if (!isLineCondition(condition)) return true;
  const { brandId, categoryIds } = product!;
  const own = { products: [productId!], brands: [brandId], categories: categoryIds }[condition.field];
  return own.some((id) => condition.ids.includes(id)) === (condition.operator === "in");
}

type LineCondition = Extract<Condition, { ids: string[] }> & { field: (typeof lineFields)[number] };
export const isLineCondition = (condition: Condition): condition is LineCondition =>
  lineFields.some((field) => field === condition.field);

/** The lines to which the effect applies: the eligible ones, or those of the products that the effect names. */
export function effectLines(terms: Terms, lines: readonly OrderLine[]): OrderLine[] {
  const { effect } = terms;
  // A free item need not be one of the products that must be bought for it.
  if (effect.kind === "item")
    return lines.filter(({ isExcluded, product, productId }) => {
      return !isExcluded && product !== null && effect.productIds.includes(productId!);
    });
  const eligible = eligibleLines(terms, lines);
  if (effect.kind !== "bundle") return eligible;
  return eligible.filter(({ productId }) => effect.parts.some((part) => part.productIds.includes(productId!)));
}

/**
 * The lines that a campaign promotes, so that each must be proven halal: those that it makes cheaper, and those that
 * must be bought for a free item.
 */
export function promotedLines(terms: Terms, lines: readonly OrderLine[]): OrderLine[] {
  const { conditions, effect } = terms;
  const mustBeBought = conditions.some((each) => isLineCondition(each) || each.field === "quantity");
  const bought = effect.kind === "item" && mustBeBought ? eligibleLines(terms, lines) : [];
  const promoted = new Set([...effectLines(terms, lines), ...bought]);
  return lines.filter((line) => promoted.has(line));
}
