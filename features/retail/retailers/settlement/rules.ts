import type { FieldError } from "#base/refusal.ts";
import type { SettlementInput } from "#features/retail/retailers/settlement/contract.ts";

/** An account as it is kept: capitals and digits of an IBAN without its spaces, an address as it was typed. */
export const plainAccount = ({ method, account }: Pick<SettlementInput, "method" | "account">): string =>
  method === "paypal" ? account.trim() : account.replace(/[\s-]/g, "").toUpperCase();

export function settlementErrors(input: Pick<SettlementInput, "method" | "account">): FieldError[] {
  const account = plainAccount(input);
  if (input.method === "paypal")
    return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(account)
      ? []
      : [{ path: "account", code: "email", message: "Enter a valid email address." }];
  // Two letters and two digits are how an IBAN begins, and nothing else.
  if (/^[A-Z]{2}\d{2}/.test(account))
    return isIban(account) ? [] : [{ path: "account", code: "iban", message: "Enter a valid IBAN." }];
  return /^[A-Z0-9/]{4,34}$/.test(account)
    ? []
    : [{ path: "account", code: "account_number", message: "Enter a valid account number." }];
}

/** ISO 13616: the first four signs moved to the end, letters as 10 to 35, and the whole leaves 1 when divided by 97. */
export function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false;
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (email) =>
    String(email.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** What people see of an account: its last four signs, or of an address its first and its domain. */
export function maskedAccount({ method, account }: Pick<SettlementInput, "method" | "account">): string {
  const plain = plainAccount({ method, account });
  if (method === "bank") return `•••• ${plain.slice(-4)}`;
  return `${Array.from(plain)[0]}•••${plain.slice(plain.lastIndexOf("@"))}`.slice(0, 80);
}
