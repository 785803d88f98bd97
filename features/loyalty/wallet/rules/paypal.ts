import { minorDigitsByCurrency } from "#base/money.ts";
import type { PayoutMethodKind } from "#features/loyalty/wallet/rules/payouts.ts";

// PayPal's payout file ("Use Web UI", September 2026): no header, at most 5,000 rows of one currency, and the columns
// recipient, amount, currency, customer ID, note and wallet.

export const fileName = "paypal_cashback.csv";
export const fileRowsMax = 5000;

/** The currencies that PayPal pays, and the digits that it takes. HUF, JPY and TWD have none. */
const paypalDigits: ReadonlyMap<string, number> = new Map([
  ...["HUF", "JPY", "TWD"].map((currency): [string, number] => [currency, 0]),
  ..."AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD"
    .split(" ")
    .map((currency): [string, number] => [currency, 2]),
]);
export const isPayable = (currency: string): boolean => paypalDigits.has(currency);

/** How many of our minor units are PayPal's smallest unit: 100 for HUF. */
const unitOf = (currency: string): number => 10 ** (minorDigitsByCurrency.get(currency)! - paypalDigits.get(currency)!);

/** What PayPal can pay of an amount: of 125099 HUF in minor units, 125000. */
export const payableMinor = (amountMinor: number, currency: string): number =>
  amountMinor - (amountMinor % unitOf(currency));

/** `1250` in GBP is `12.50`, or `12,50`. */
export function paypalAmount(amountMinor: number, currency: string, decimal: "." | ","): string {
  const digits = paypalDigits.get(currency)!;
  const units = String(amountMinor / unitOf(currency)).padStart(digits + 1, "0");
  return digits === 0 ? units : `${units.slice(0, -digits)}${decimal}${units.slice(-digits)}`;
}

/** The amount of a report: `12.50`, `1,250.00` and `1.250,00` alike, also below zero. Null if it is none. */
export function readPaypalAmount(text: string, currency: string): number | null {
  const digits = paypalDigits.get(currency);
  const plain = text.replaceAll(/[\s\u00A0\u202F']/g, "").replace(/^[-\u2212]/, "");
  const parts = /^(\d{1,3}(?:[.,]?\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (digits === undefined || parts === null) return null;
  const whole = parts[1]!.replaceAll(/[.,]/g, "");
  const fraction = (parts[2] ?? "").padEnd(digits, "0");
  // Zeros after the point of a currency without decimals are no amount.
  if (fraction.length > digits && !/^0+$/.test(fraction.slice(digits))) return null;
  const units = Number(`${whole}${fraction.slice(0, digits)}`);
  const minor = units * unitOf(currency);
  return Number.isSafeInteger(minor) ? minor : null;
}

export interface PayoutRow {
  readonly recipient: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly customerRef: string;
}

const noteMax = 400;

/** One file. The same rows and settings always give the same text. */
export const paypalFile = (
  rows: readonly PayoutRow[],
  { decimal, note }: { readonly decimal: "." | ","; readonly note: string },
): string =>
  rows
    .map(({ recipient, amountMinor, currency, customerRef }) => {
      const cells = [
        recipient,
        paypalAmount(amountMinor, currency, decimal),
        currency,
        customerRef,
        oneLine(note),
        "PAYPAL",
      ];
      return `${cells.map(quoted).join(",")}\r\n`;
    })
    .join("");

// RFC 4180. Never a ' in front: PayPal would read it as part of the address.
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const oneLine = (note: string): string => Array.from(note.replaceAll(/\s+/g, " ").trim()).slice(0, noteMax).join("");

/** In parts of 5,000 rows. */
export const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / fileRowsMax) }, (_, part) =>
    rows.slice(part * fileRowsMax, (part + 1) * fileRowsMax),
  );

/**
 * A recipient in the form in which it is stored; null if it can't be written to a file: a formula for a spreadsheet, a
 * cell with a separator or line break, or no address at all.
 */
export function safeRecipient(kind: PayoutMethodKind, typed: string): string | null {
  const recipient = kind === "paypal_id" ? typed.trim().toUpperCase() : typed.trim();
  if (/^[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\p{Cc}\s",;'|\\]/u.test(recipient)) return null;
  // PayPal takes 127 single-byte characters.
  if (!/^[\u0021-\u007E]{3,127}$/.test(recipient)) return null;
  const isRight = kind === "paypal_id" ? /^[A-Z0-9]{13}$/.test(recipient) : /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(recipient);
  return isRight ? recipient : null;
}

export const maskedRecipient = (kind: PayoutMethodKind, recipient: string): string =>
  kind === "paypal_id"
    ? `•••${recipient.slice(-4)}`
    : `${recipient[0]}•••${recipient.slice(recipient.lastIndexOf("@"))}`;

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `PI` and the item's id in 26 characters of Crockford's base 32. Files that move nothing begin with `PREVIEW-`. */
export function customerRefOf(itemId: string): string {
  let value = BigInt(`0x${itemId.replaceAll("-", "")}`);
  let text = "";
  for (let place = 0; place < 26; place++) {
    text = crockford[Number(value & 31n)]! + text;
    value >>= 5n;
  }
  return `PI${text}`;
}
export const previewPrefix = "PREVIEW-";
