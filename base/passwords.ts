/**
 * In characters as a person counts them, which are Unicode code points (NIST SP 800-63B-4 §3.1.1.2; reliability R4).
 * `minBesideFactor` is for somebody whose second factor is set up: one that a role only asks for stops nobody yet.
 */
export const newPasswordRules = { min: 15, minBesideFactor: 8, max: 256 } as const;

export type BesidePassword = { readonly hasSecondFactor: boolean };
export const alone: BesidePassword = { hasSecondFactor: false };

/** The one place that says how long a password has to be: when it is set, and each time that it is to open a session. */
export const passwordMin = ({ hasSecondFactor }: BesidePassword) =>
  hasSecondFactor ? newPasswordRules.minBesideFactor : newPasswordRules.min;

export const passwordLength = (password: string) => Array.from(canonicalPassword(password)).length;
export const isLongEnough = (password: string, beside: BesidePassword) =>
  passwordLength(password) >= passwordMin(beside);
export const isShortEnough = (password: string) => passwordLength(password) <= newPasswordRules.max;

/** The form that is hashed: the same letters typed on two keyboards are the same password. Nothing is cut or trimmed. */
export const canonicalPassword = (password: string) => password.normalize("NFC");
