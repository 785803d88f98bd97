// RFC 3492 with the parameters of section 5.
const base = 36;
const lowestThreshold = 1;
const highestThreshold = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCodePoint = 128;
const codePointMax = 0x10_ff_ff;

/** A domain label without its `xn--`, as Unicode; null if it is invalid Punycode. Section 6.2. */
export function decodePunycode(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf("-");
  const output = Array.from(encoded.slice(0, Math.max(0, delimiter)), (email) => email.codePointAt(0)!);
  const digits = Array.from(encoded.slice(delimiter + 1), digitOf);
  let [codePoint, index, bias, place] = [initialCodePoint, 0, initialBias, 0];
  while (place < digits.length) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digits[place++];
      if (digit === undefined || Number.isNaN(digit)) return null;
      index += digit * weight;
      const threshold = Math.min(highestThreshold, Math.max(lowestThreshold, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    codePoint += Math.floor(index / length);
    index %= length;
    // A surrogate is not a character, and databases refuse it.
    if (codePoint > codePointMax || (codePoint >= 0xd8_00 && codePoint <= 0xdf_ff)) return null;
    output.splice(index++, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

function digitOf(email: string): number {
  if (/[a-z]/.test(email)) return email.charCodeAt(0) - 97;
  return /[0-9]/.test(email) ? email.charCodeAt(0) - 22 : Number.NaN;
}

/** Section 6.1. */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - lowestThreshold) * highestThreshold) >> 1; k += base) {
    rest = Math.floor(rest / (base - lowestThreshold));
  }
  return k + Math.floor(((base - lowestThreshold + 1) * rest) / (rest + skew));
}
