// Shares and splits of money in whole minor units (ISO 4217). Products of two amounts pass 2^53 long before an amount
// does, so they are computed as bigint.

/** Shares are in basis points: 10,000 is the whole. */
const whole = 10_000n;

/** `bps` basis points of an amount, rounded half up: 250 of 1999 is 50. */
export const shareOf = (amountMinor: number, bps: number): number =>
  Number((BigInt(amountMinor) * BigInt(bps) + whole / 2n) / whole);

/**
 * Splits an amount by weights, without losing or adding a unit: each part gets its share rounded down, and the units
 * that are left go one by one to the largest remainders, the first part first among equals. 1000 by 1, 1, 1 is 334,
 * 333, 333. Nothing can be split when all weights are 0, unless the amount is 0 too.
 */
export function allocate(amountMinor: number, weights: readonly number[]): number[] {
  if (![amountMinor, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`${amountMinor} can’t be split by ${weights.join(", ")}`);
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (amountMinor === 0) return weights.map(() => 0);
  if (sum === 0n) throw new RangeError(`there is no part to give ${amountMinor} to`);
  const amount = BigInt(amountMinor);
  const parts = weights.map((weight) => Number((amount * BigInt(weight)) / sum));
  const left = amountMinor - parts.reduce((total, part) => total + part, 0);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * BigInt(weight)) % sum }))
    .sort((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    );
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1;
  return parts;
}

/**
 * What remains of an amount that belongs to a base, such as the discount of a line, when only `baseLeft` of the base is
 * still bought. Any sequence of returns ends at exactly 0, in any order, and no return gives back more than was taken.
 */
export const remainingOf = (amountMinor: number, baseMinor: number, baseLeftMinor: number): number =>
  baseMinor === 0
    ? 0
    : Number((2n * BigInt(amountMinor) * BigInt(baseLeftMinor) + BigInt(baseMinor)) / (2n * BigInt(baseMinor)));
