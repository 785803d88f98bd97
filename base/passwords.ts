/**
 * Counted in Unicode code points (NIST SP 800-63B-4 §3.1.1.2; reliability R4). `minBesideFactor` is for users whose
 * second factor is set up: one that a role merely requires protects nothing yet.
 */
export const newPasswordRules = { min: 15, minBesideFactor: 8, max: 256 } as const;

export type PasswordContext = { readonly hasSecondFactor: boolean };
export const alone: PasswordContext = { hasSecondFactor: false };

/** The only definition of the minimum length: used when a password is set, and at each sign-in. */
export const passwordMin = ({ hasSecondFactor }: PasswordContext) =>
  hasSecondFactor ? newPasswordRules.minBesideFactor : newPasswordRules.min;

export const passwordLength = (password: string) => Array.from(canonicalPassword(password)).length;
export const isLongEnough = (password: string, beside: PasswordContext) =>
  passwordLength(password) >= passwordMin(beside);
export const isShortEnough = (password: string) => passwordLength(password) <= newPasswordRules.max;

/**
 * The form that is hashed: the same letters typed on two keyboards are the same password. Nothing is truncated or
 * trimmed.
 */
export const canonicalPassword = (password: string) => password.normalize("NFC");
