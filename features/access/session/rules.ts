/** What the login form checks (spec 000 §5). Its message says 4 where the rule is 3 and 2; both are the original's. */
export const signInRules = { emailMin: 3, passwordMin: 2, minInMessage: 4 } as const;

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
