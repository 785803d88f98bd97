/** The screens of `/apps/e-wallet`: one menu entry, whose tabs are routes. Those of the wallet are named by permission. */
export const eWalletPath = "/apps/e-wallet";
export const eWalletTitle = { en: "E-Wallet", ar: "المحفظة الإلكترونية" } as const;

export const eWalletTabs = [
  { path: eWalletPath, title: { en: "Overview", ar: "نظرة عامة" }, permission: "wallets.read" },
  { path: `${eWalletPath}/wallets`, title: { en: "Wallets", ar: "المحافظ" }, permission: "wallets.read" },
  { path: `${eWalletPath}/cashback`, title: { en: "Cashback", ar: "الاسترداد النقدي" }, permission: "cashback.read" },
  { path: `${eWalletPath}/payouts`, title: { en: "Payouts", ar: "الدفعات" }, permission: "payouts.read" },
  { path: `${eWalletPath}/statements`, title: { en: "Statements", ar: "كشوف الحساب" }, permission: "statements.read" },
  { path: `${eWalletPath}/ledger`, title: { en: "Ledger", ar: "دفتر الأستاذ" }, permission: "ledger.read" },
  { path: `${eWalletPath}/adjustments`, title: { en: "Adjustments", ar: "التسويات" }, permission: "adjustments.read" },
  { path: `${eWalletPath}/proof`, title: { en: "Proof", ar: "الإثبات" }, permission: "ledger.verify" },
  { path: `${eWalletPath}/settings`, title: { en: "Settings", ar: "الإعدادات" }, permission: "loyaltySettings.read" },
] as const;
