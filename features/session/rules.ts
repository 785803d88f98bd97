/** What the login form checks (spec 000 §5). Its message says 4 where the rule is 3 and 2; both are the original's. */
export const signInRules = { emailMin: 3, passwordMin: 2, minInMessage: 4 } as const;

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

/** How long a mailed link works (reliability R6). The letter and the screen say so. */
export const resetLinkMinutes = 10;

/** What an authenticator app shows. */
export const codePattern = /^\d{6}$/;
export const isCode = (text: string) => codePattern.test(text);

export const recoveryCodesCount = 10;
/** From here on the screen asks for new ones. */
export const recoveryCodesFew = 3;

/** Fictional people of the sample data who stand for a role each. More come with them. */
export const demoPeople = {
  administrator: { name: "Demo Administrator", email: "demo@mizan.example" },
  staff: { name: "Huda Karimi", email: "huda@mizan.example" },
  user: { name: "Şükrü Örnek", email: "sukru@mizan.example" },
} as const;

/** Of those people in the browser host, where the rows are each visitor's own. No server has an account with it. */
export const demoPassword = "take a look around";
