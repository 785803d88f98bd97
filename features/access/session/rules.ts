/**
 * Validation of the login form (spec 000 §5). Its message says 4 where the rule is 3 and 2; both are the original's.
 */
export const signInRules = { emailMin: 3, passwordMin: 2, minInMessage: 4 } as const;

/** How long a mailed link works (reliability R6). The email and the screen state it. */
export const resetLinkMinutes = 10;

/** Digits of an authenticator code. */
export const codePattern = /^\d{6}$/;
export const isCode = (text: string) => codePattern.test(text);

export const recoveryCodesCount = 10;
/** From this number on the screen suggests new ones. */
export const recoveryCodesFew = 3;

/** Fictional users of the sample data, one for each role shown. There are others. */
export const demoPeople = {
  administrator: { name: "Demo Administrator", email: "demo@mizan.example" },
  staff: { name: "Huda Karimi", email: "huda@mizan.example" },
  user: { name: "Şükrü Örnek", email: "sukru@mizan.example" },
} as const;

/**
 * Password of the sample users in the browser host, where each visitor has their own data. No account on a server has
 * it.
 */
export const demoPassword = "take a look around";
