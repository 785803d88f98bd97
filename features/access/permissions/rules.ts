import { actionOf, resourceOf } from "#base/grants.ts";

/** Groups of resources, in this order (the mock of the role matrix). */
export const resourceGroups = ["trust", "catalogue", "retail", "money", "platform", "apps"] as const;
export type ResourceGroup = (typeof resourceGroups)[number];

type Title = { readonly en: string; readonly ar: string };

/** Resources of domain 1.13 and of the demonstration applications. Others belong to the platform. */
const resources: Readonly<Record<string, Title & { readonly group: ResourceGroup }>> = {
  certificates: { group: "trust", en: "Certificates", ar: "الشهادات" },
  certifiers: { group: "trust", en: "Certifying bodies", ar: "جهات إصدار الشهادات" },
  approvals: { group: "trust", en: "Approvals", ar: "الموافقات" },
  brands: { group: "catalogue", en: "Brands", ar: "العلامات التجارية" },
  products: { group: "catalogue", en: "Brand products", ar: "منتجات العلامات" },
  categories: { group: "catalogue", en: "Categories", ar: "الفئات" },
  retailers: { group: "retail", en: "Retailers", ar: "المتاجر" },
  retailerTypes: { group: "retail", en: "Retailer types", ar: "أنواع المتاجر" },
  assignments: { group: "retail", en: "Assignments", ar: "الإسنادات" },
  sightings: { group: "retail", en: "Hijri months", ar: "الأشهر الهجرية" },
  offers: { group: "retail", en: "Offers", ar: "العروض" },
  promocodes: { group: "retail", en: "Promocodes", ar: "الرموز الترويجية" },
  codes: { group: "retail", en: "Code batches", ar: "دفعات الرموز" },
  redemptions: { group: "retail", en: "Redemptions", ar: "استخدامات الرموز" },
  members: { group: "retail", en: "Members", ar: "الأعضاء" },
  wallets: { group: "money", en: "Wallets", ar: "المحافظ" },
  ledger: { group: "money", en: "Ledger", ar: "دفتر الأستاذ" },
  adjustments: { group: "money", en: "Adjustments", ar: "التسويات" },
  cashback: { group: "money", en: "Cashback", ar: "الاسترداد النقدي" },
  payouts: { group: "money", en: "Payouts", ar: "دفعات الصرف" },
  funding: { group: "money", en: "Brand funding", ar: "تمويل العلامات" },
  statements: { group: "money", en: "Statements", ar: "كشوف الحساب" },
  loyaltySettings: { group: "money", en: "Cashback settings", ar: "إعدادات الاسترداد النقدي" },
  users: { group: "platform", en: "Users", ar: "المستخدمون" },
  roles: { group: "platform", en: "Roles", ar: "الأدوار" },
  permissions: { group: "platform", en: "Permissions", ar: "الصلاحيات" },
  privacy: { group: "platform", en: "Privacy requests", ar: "طلبات الخصوصية" },
  apiKeys: { group: "platform", en: "API keys", ar: "مفاتيح API" },
  audit: { group: "platform", en: "Audit log", ar: "سجل التدقيق" },
  imports: { group: "platform", en: "Imports", ar: "عمليات الاستيراد" },
  jobs: { group: "platform", en: "Jobs", ar: "المهام الجارية" },
  reports: { group: "platform", en: "Reports", ar: "التقارير" },
  settings: { group: "platform", en: "Settings", ar: "الإعدادات" },
  views: { group: "platform", en: "Saved views", ar: "طرق العرض المحفوظة" },
  webhooks: { group: "platform", en: "Webhooks", ar: "خطافات الويب (Webhooks)" },
  todos: { group: "apps", en: "To-do", ar: "المهام" },
  articles: { group: "apps", en: "Knowledge base", ar: "قاعدة المعرفة" },
  faqAnswers: { group: "apps", en: "FAQ", ar: "الأسئلة الشائعة" },
  contacts: { group: "apps", en: "Contacts", ar: "جهات الاتصال" },
  courses: { group: "apps", en: "Courses", ar: "الدورات" },
  shopProducts: { group: "apps", en: "Shop products", ar: "منتجات المتجر" },
  shopOrders: { group: "apps", en: "Shop orders", ar: "طلبات المتجر" },
};

/** Actions of domain 1.13 in the order of the matrix's columns; others follow alphabetically. */
const actions: Readonly<Record<string, Title>> = {
  read: { en: "View", ar: "عرض" },
  use: { en: "Use", ar: "استخدام" },
  create: { en: "Create", ar: "إنشاء" },
  invite: { en: "Invite", ar: "دعوة" },
  update: { en: "Update", ar: "تعديل" },
  export: { en: "Export", ar: "تصدير" },
  import: { en: "Import", ar: "استيراد" },
  assign: { en: "Assign", ar: "إسناد" },
  setRates: { en: "Set rates", ar: "تحديد النسب" },
  setTerms: { en: "Set terms", ar: "تحديد الشروط" },
  classify: { en: "Classify", ar: "تصنيف" },
  assessRisk: { en: "Assess risk", ar: "تقييم المخاطر" },
  setRelevance: { en: "Set halal relevance", ar: "تحديد اشتراط الحلال" },
  submit: { en: "Submit", ar: "إرسال" },
  verify: { en: "Verify", ar: "توثيق" },
  suspend: { en: "Suspend", ar: "تعليق" },
  withdraw: { en: "Withdraw", ar: "سحب" },
  confirm: { en: "Confirm", ar: "تأكيد" },
  approve: { en: "Approve", ar: "موافقة" },
  decide: { en: "Decide", ar: "البت" },
  publish: { en: "Publish", ar: "نشر" },
  pause: { en: "Pause", ar: "إيقاف مؤقت" },
  validate: { en: "Check", ar: "فحص" },
  redeem: { en: "Redeem", ar: "تفعيل" },
  rollback: { en: "Roll back", ar: "تراجع" },
  share: { en: "Share", ar: "مشاركة" },
  adjust: { en: "Adjust", ar: "تسوية" },
  release: { en: "Release", ar: "صرف" },
  settle: { en: "Settle", ar: "تسوية الحسابات" },
  topUp: { en: "Top up", ar: "إيداع" },
  spend: { en: "Spend", ar: "إنفاق" },
  request: { en: "Request", ar: "طلب" },
  send: { en: "Send", ar: "إرسال للصرف" },
  reconcile: { en: "Reconcile", ar: "مطابقة" },
  find: { en: "Find", ar: "بحث" },
  freeze: { en: "Freeze", ar: "تجميد" },
  close: { en: "Close", ar: "إغلاق" },
  readPersonal: { en: "View full contacts", ar: "عرض بيانات الاتصال كاملة" },
  viewPii: { en: "View identity", ar: "كشف الهوية" },
  grant: { en: "Grant", ar: "منح" },
  endSessions: { en: "End sessions", ar: "إنهاء الجلسات" },
  resetFactors: { en: "Reset two-factor", ar: "إعادة ضبط المصادقة الثنائية" },
  viewAs: { en: "View as", ar: "العرض بصفة" },
  manage: { en: "Manage", ar: "إدارة" },
  disable: { en: "Disable", ar: "تعطيل" },
  revoke: { en: "Revoke", ar: "إبطال" },
  changeStatus: { en: "Change status", ar: "تغيير الحالة" },
  refund: { en: "Refund", ar: "رد المبالغ" },
  archive: { en: "Archive", ar: "أرشفة" },
  erase: { en: "Erase", ar: "محو" },
  merge: { en: "Merge", ar: "دمج" },
  report: { en: "View reports of", ar: "عرض تقارير" },
  replay: { en: "Send again", ar: "إعادة الإرسال" },
  delete: { en: "Delete", ar: "حذف" },
};

/** Names of permissions where action and resource together would not read well. */
const phrases: Readonly<Record<string, Title>> = {
  "users.grant": { en: "Grant roles and scopes to users", ar: "منح الأدوار والنطاقات للمستخدمين" },
  "users.endSessions": { en: "End sessions of users", ar: "إنهاء جلسات المستخدمين" },
  "users.resetFactors": {
    en: "Reset two-factor authentication of users",
    ar: "إعادة ضبط المصادقة الثنائية للمستخدمين",
  },
  "retailers.settle": { en: "Change payout accounts of retailers", ar: "تغيير حسابات الدفع للمتاجر" },
  "retailers.viewPii": { en: "View payout account numbers of retailers", ar: "عرض أرقام حسابات الدفع للمتاجر" },
  "brands.setRates": {
    en: "Set cashback and budget of brands",
    ar: "تحديد الاسترداد النقدي للعلامات التجارية وميزانيتها",
  },
  "products.setRates": { en: "Set cashback of products", ar: "تحديد الاسترداد النقدي للمنتجات" },
  "assignments.setRates": { en: "Set cashback at retailers", ar: "تحديد الاسترداد النقدي لدى المتاجر" },
  "retailers.setTerms": { en: "Set commission and settlement terms", ar: "تحديد عمولة المتاجر ومدة التسوية" },
  "retailers.assessRisk": { en: "Set risk flags of retailers", ar: "تحديد مؤشرات مخاطر المتاجر" },
  "retailers.classify": { en: "Change type, chain and country of retailers", ar: "تعديل نوع المتاجر وسلسلتها ودولتها" },
  "categories.setRelevance": {
    en: "Decide which categories need a certificate",
    ar: "تحديد الفئات التي تحتاج إلى شهادة",
  },
  "sightings.confirm": { en: "Confirm when Hijri months begin", ar: "تأكيد بدايات الأشهر الهجرية" },
  "redemptions.rollback": { en: "Roll back redemptions", ar: "التراجع عن استخدامات الرموز" },
  "users.viewAs": { en: "View as another user", ar: "العرض بصفة مستخدم آخر" },
};

const actionOrder = Object.keys(actions);
const resourceOrder = Object.keys(resources);

/** Whether it has a name: a test checks this for every permission. */
export const hasTitle = (permission: string) => resourceOf(permission) in resources && actionOf(permission) in actions;

export const groupOf = (resource: string): ResourceGroup => resources[resource]?.group ?? "platform";

/** `Brand products`; without a name the code as words. */
export const resourceTitle = (resource: string, language: string): string =>
  titled(resources[resource], resource, language);

export const actionTitle = (action: string, language: string): string => titled(actions[action], action, language);

/** `View brands`. In Arabic the noun of the action comes before its object: عرض العلامات التجارية. */
export function permissionTitle(permission: string, language: string): string {
  const phrase = phrases[permission];
  if (phrase) return titled(phrase, permission, language);
  const [action, resource] = [
    actionTitle(actionOf(permission), language),
    resourceTitle(resourceOf(permission), language),
  ];
  // An abbreviation such as "API keys" keeps its capitals.
  const follows = /^\p{Lu}\p{Ll}/u.test(resource) ? resource[0]!.toLowerCase() + resource.slice(1) : resource;
  return `${action} ${follows}`;
}

const titled = (title: Title | undefined, code: string, language: string) =>
  title?.[language === "ar" ? "ar" : "en"] ?? spelledOut(code);

function spelledOut(code: string): string {
  const words = code.replaceAll(/(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const byResource = (one: string, other: string) => byPlace(resourceOrder, one, other);
export const byAction = (one: string, other: string) => byPlace(actionOrder, one, other);

function byPlace(order: readonly string[], one: string, other: string): number {
  const [first, second] = [order.indexOf(one), order.indexOf(other)].map((at) => (at < 0 ? order.length : at)) as [
    number,
    number,
  ];
  return first - second || (one < other ? -1 : Number(one > other));
}
